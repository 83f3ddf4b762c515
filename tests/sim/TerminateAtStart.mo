//! run --stop 1
//! stderr terminated at time 0: at once
//! final t = 0 within 0
model TerminateAtStart
  Real x(start = 1, fixed = true);
equation
  when initial() then
    terminate("at once");
  end when;
equation
  der(x) = -x;
end TerminateAtStart;
