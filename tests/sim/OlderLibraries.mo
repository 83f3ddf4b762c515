//! run --tolerance 1e-8
//! stderr so it is no package: `Tank` should be used by its own name here
//! stderr is a constant, but its value depends on parameters; they are final
//! stderr are connected, but both are sources of a signal
//! expect c = 2*exp(-3*t) within 1e-6
//! expect y = 6 within 1e-9
package Older "What libraries in use do beside the specification; each is said"
  connector Port "Its volume is a signal beside a flow"
    Real c;
    flow Real r;
    output Real V;
  end Port;
  connector InPort
    Real c;
    flow Real r;
    input Real V;
  end InPort;
  model Cell "Names a class of its own by the whole name"
    model Tank
      model Height "The number of factors is a constant that a final parameter gives"
        constant Integer n = 1;
        Real f[n] = fill(1, n);
        Real c(start = 2, fixed = true);
      end Height;
      final parameter Integer n = 3;
      Height h(final n = n);
      Port port;
    equation
      der(h.c) = -sum(h.f)*h.c;
      port.c = h.c;
      port.V = 1;
    end Tank;
    Older.Cell.Tank tank;
    InPort port;
  equation
    connect(tank.port, port);
  end Cell;
  block Held
    input Real u;
    output Real y = 2*u;
  end Held;
end Older;
model OlderLibraries
  Older.Cell cell;
  Older.Held held;
  Real c = cell.tank.h.c;
  Real y = held.y;
equation
  when {initial(), sample(0.5, 1)} then
    held.u = 3;
  end when;
end OlderLibraries;
