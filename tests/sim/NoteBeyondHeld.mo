//! run --stop 5
//! stderr held.u = 25 at the end lies beyond its table, which goes from 0 to 4: there its last value is held
//! never near.u
model NoteBeyondHeld "Tables that hold their last values: one that is left far behind, and one that is left a little"
  type Extrapolation = enumeration(HoldLastPoint, LastTwoPoints, Periodic, NoExtrapolation);
  model By
    parameter Real table[:, :] = [0, 0; 2, 1; 4, 2];
    parameter Extrapolation extrapolation = Extrapolation.HoldLastPoint;
    Real u;
  end By;
  By near(u = x), held(u = 5*x);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
end NoteBeyondHeld;
