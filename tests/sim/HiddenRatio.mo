//! run --method rk45 --stop 1
//! run --method ida --stop 1
//! run --method cvode --stop 1 --set n=-7
//! expect i0 = 0 within 1e-12
//! expect star = (sin(t) + cos(t) + 1)/3 within 1e-12
//! expect i1 = (2*sin(t) - cos(t) - 1)/15 within 1e-12
model HiddenRatio "Into an open star point no current flows, whatever the ratio of turns: i0 is no state"
  parameter Real n = 2.5, R = 5;
  Real i1, i2, i3, p1, p2, p3, i0, u0, star;
equation
  n*i1 = p1;
  n*i2 = p2;
  n*i3 = p3;
  p1 + p2 + p3 = 0;
  3*i0 = i1 + i2 + i3;
  0.1*der(i0) = u0;
  R*i1 + u0 = sin(time) - star;
  R*i2 + u0 = cos(time) - star;
  R*i3 + u0 = 1 - star;
end HiddenRatio;
