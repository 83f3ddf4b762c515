//! run --stop 5
//! stderr t.y[1] = 13 at the end is none of the values of its table, 0 to 7, which ends at time 2: there the line
//! never flat.y[1]
model NoteBeyondTime "A table over time that ends before the run, and one that ends flat"
  type Extrapolation = enumeration(HoldLastPoint, LastTwoPoints, Periodic, NoExtrapolation);
  model Over
    parameter Real table[:, :] = [0, 0; 1, 5; 2, 7];
    parameter Integer columns[:] = {2};
    parameter Real t_min = 0, t_max = 2, slope = 2;
    parameter Extrapolation extrapolation = Extrapolation.LastTwoPoints;
    Real y[1] = {if time < 1 then 5*time else 5 + slope*(time - 1)};
  end Over;
  Over flat(slope = 0), t;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
end NoteBeyondTime;
