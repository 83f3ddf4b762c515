//! run --stop 1
//! stderr terminated at time 0: at once
//! final t = 0 within 0
model TerminateAtStart2
  Real x(start = 1, fixed = true);
algorithm
  when initial() then
    terminate("at once");
  end when;
equation
  der(x) = -x;
end TerminateAtStart2;
