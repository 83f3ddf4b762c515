//! run --stop 3
//! status 3
//! stderr it is divided by `r`, which comes down to 0:
//! stderr `r` is
//! stderr is a start value or a sign wrong that leads there?
model EndsAtDistance "A body without a speed across falls into the centre: from r = 1 in pi/(2*sqrt(2)); r does not change its sign"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), vx(start = 0, fixed = true), vy(start = 0, fixed = true), r;
equation
  r = sqrt(x^2 + y^2);
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x/r^3;
  der(vy) = -y/r^3;
end EndsAtDistance;
