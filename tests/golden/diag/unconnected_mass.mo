// A spring whose end hangs in the air is told; the mass that goes on beside it is not.
model UnconnectedMass
  connector Flange
    Real s;
    flow Real f;
  end Flange;
  model Mass
    Flange a, b;
    parameter Real m = 1;
    Real s(start = 0, fixed = true), v(start = 1, fixed = true);
  equation
    s = a.s;
    s = b.s;
    v = der(s);
    m*der(v) = a.f + b.f;
  end Mass;
  model Spring
    Flange a, b;
    parameter Real c = 10;
    Real f;
  equation
    f = c*(b.s - a.s);
    a.f = -f;
    b.f = f;
  end Spring;
  Mass mass;
  Spring spring;
equation
  connect(mass.b, spring.a);
end UnconnectedMass;
