//! expect v["a[1]"] = (2 if t < 1 else 0) if abs(t - 1) > 1e-6 else v["a[1]"] within 0
//! expect v["a[2]"] = (0 if t < 1 else 2) if abs(t - 1) > 1e-6 else v["a[2]"] within 0
//! expect v["b[1]"] + v["b[2]"] = 3 within 0
//! run --stop 2
model TargetSubscripts "derivatives and previous values in subscripts of what is assigned to"
  Real k(start = 0, fixed = true);
  discrete Integer n[2](start = {1, 1}, each fixed = true);
  Real a[2], b[2];
equation
  der(k) = if time < 1 then 0 else 1;
  when time >= 0.5 then
    n = {2, 2};
  end when;
algorithm
  a[1 + integer(der(k) + 0.5)] := 2;
  b[pre(n[1 + integer(der(k) + 0.5)])] := 3;
end TargetSubscripts;
