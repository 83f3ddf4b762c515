//! run --stop 0.045 --tolerance 1e-8 --method cvode
//! run --stop 0.045 --tolerance 1e-8 --method ida
//! run --stop 0.045 --tolerance 1e-8 --method rk45
//! expect w = 300*abs(sin(100*pi*t)) within 1e-4
//! expect v["i[1]"] + v["i[2]"] = w within 1e-9
model MixedZero "Four ideal diodes that are all at their kink whenever the voltage passes zero"
  constant Real pi = 3.14159265358979323846;
  parameter Real Ron = 1e-5, Goff = 1e-5, R = 1;
  Real s[4](each start = 0), d[4], i[4];
  Real a, b, w "of the load";
  Real x(start = 0, fixed = true);
  Boolean off[4];
equation
  for k in 1:4 loop
    off[k] = s[k] < 0;
    d[k] = s[k]*(if off[k] then 1 else Ron);
    i[k] = s[k]*(if off[k] then Goff else 1);
  end for;
  a - b = 300*sin(100*pi*time);
  d = {a - w, b - w, -a, -b};
  i[1] + i[2] = w/R;
  i[3] + i[4] = w/R;
  der(x) = w - x;
end MixedZero;
