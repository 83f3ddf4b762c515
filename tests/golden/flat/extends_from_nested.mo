// extends from a class found through packages; a class inherited and then used as a type; nested modification.
package Lib
  package Parts
    partial model TwoPort
      parameter Real k = 1;
      Real u, y;
    end TwoPort;
    model Inner0
      parameter Real z = 0;
    end Inner0;
  end Parts;
  model Amp
    extends Parts.TwoPort(k = 2, u(start = 5));
    Parts.Inner0 i(z = k);
  equation
    y = k*u + i.z;
  end Amp;
end Lib;
model Top
  extends Lib.Amp(i(z = 9));
  Lib.Amp b(k = 7, u = time);
equation
  u = 1;
end Top;
// parameter Real k = 2; Real u(start = 5); Real y; i.z = 9; y = k*u + i.z; u = 1; b.k = 7; b.u(start = 5) = time; b.i.z = b.k
