package Lib
  package Lines
    connector Flange
      Real s;
      flow Real f;
    end Flange;
    package Components
      model Spring
        Flange a, b;
      equation
        a.f = a.s - b.s;
        a.f + b.f = 0;
      end Spring;
    end Components;
  end Lines;
  package Turns
    connector Flange
      Real phi;
      flow Real tau;
    end Flange;
    package Components
      model Inertia
        Flange a;
        Real w(start = 0, fixed = true);
      equation
        w = der(a.phi);
        der(w) = a.tau;
      end Inertia;
    end Components;
  end Turns;
end Lib;
model ConnectOtherDomain
  Lib.Lines.Components.Spring s, t;
  Lib.Turns.Components.Inertia load;
equation
  connect(s.b, t.a);
  connect(t.b, load.a);
end ConnectOtherDomain;
