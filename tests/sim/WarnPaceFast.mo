//! run --stop 2 --method rk45
//! stderr of them until time 2: v2 changes fastest, by m2*der(v2) = -k*(x2 - x1) (
//! stderr with m2 = 1e-12 in m2*der(v2) = -k*(x2 - x1) (
//! stderr is a parameter too small, or given in another unit?
model WarnPaceFast "A mass of 1e-12 kg on a stiff spring, whose run would take hours"
  parameter Real m1 = 1, m2 = 1e-12, k = 1e4;
  Real x1(start = 0, fixed = true), v1(start = 0, fixed = true), x2(start = 0.01, fixed = true), v2(start = 0, fixed = true);
equation
  der(x1) = v1;
  der(x2) = v2;
  m1*der(v1) = k*(x2 - x1) - 1e2*x1;
  m2*der(v2) = -k*(x2 - x1);
  when time > 6e-3 then
    terminate("the first steps are enough");
  end when;
end WarnPaceFast;
