package Lib
  package Electrical
    connector Pin
      Real v;
      flow Real i;
    end Pin;
    package Basic
      model Ground
        Pin p;
      equation
        p.v = 0;
      end Ground;
    end Basic;
  end Electrical;
  package Magnetic
    connector Port
      Real V_m;
      flow Real Phi;
    end Port;
    package Basic
      model Ground
        Port port;
      equation
        port.V_m = 0;
      end Ground;
    end Basic;
    package Sources
      model Coil
        Port port_p, port_n;
      equation
        port_p.V_m - port_n.V_m = 100;
        port_p.Phi + port_n.Phi = 0;
      end Coil;
    end Sources;
  end Magnetic;
end Lib;
model Namesake
  Lib.Magnetic.Sources.Coil coil;
  Lib.Electrical.Basic.Ground ground;
equation
  connect(ground.port, coil.port_n);
end Namesake;
