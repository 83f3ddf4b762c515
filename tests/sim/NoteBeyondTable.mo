//! run --stop 10
//! stderr curve.u = 5 at the end lies beyond its table, which goes from 0 to 4
//! stderr curve.extrapolation = HoldLastPoint or NoExtrapolation does something else
//! never held.u
//! never inside.u
//! final y = 2.5 within 1e-12
model NoteBeyondTable "A table that is left, one that holds its end, and one that is not left"
  type Extrapolation = enumeration(HoldLastPoint, LastTwoPoints, Periodic, NoExtrapolation);
  model Table
    parameter Real table[:, :] = [0, 0; 2, 1; 4, 2];
    parameter Extrapolation extrapolation = Extrapolation.LastTwoPoints;
    Real u, y = 0.5*(if extrapolation == Extrapolation.HoldLastPoint then min(u, table[3, 1]) else u);
  end Table;
  Table curve(u = x), held(u = x, extrapolation = Extrapolation.HoldLastPoint), inside(u = 0.5*x);
  Real x(start = 0, fixed = true), y = curve.y;
equation
  der(x) = 0.5;
end NoteBeyondTable;
