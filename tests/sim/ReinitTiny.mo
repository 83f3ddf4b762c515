//! run --stop 10.3 --tolerance 1e-10
//! run --stop 10.3 --tolerance 1e-10 --method rk45
//! run --stop 10.3 --tolerance 1e-10 --method rk8
//! run --stop 10.3 --tolerance 1e-10 --method ida
//! expect x + n = t + 0.05*t*t within 1e-9
//! final n = 15 within 0
model ReinitTiny "What a reset leaves is as good as zero, and no reason for tiny steps"
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1 + 0.1*time;
  when x >= 1 then
    reinit(x, x - 1);
    n = pre(n) + 1;
  end when;
end ReinitTiny;
