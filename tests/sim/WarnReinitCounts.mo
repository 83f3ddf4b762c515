//! run --stop 20
//! stderr reinit sets N to 200, which it was already, where N > Nmax (
// A counter beside it is no effect.
model WarnReinitCounts
  parameter Real Nmax = 200, part = 0;
  Real N(start = 50, fixed = true);
  Integer culls(start = 0, fixed = true);
equation
  der(N) = 0.3*N;
  when N > Nmax then
    reinit(N, (1 - part)*N);
    culls = pre(culls) + 1;
  end when;
end WarnReinitCounts;
