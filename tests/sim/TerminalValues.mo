//! run --stop 1
//! final a = 1 within 0
//! final b = 2 within 0
model TerminalValues "terminal() counts in equations and algorithms, not in when alone"
  Real a(start = 0.1), b;
algorithm
  if terminal() then
    a := 1;
  end if;
equation
  b = if terminal() then 2 else 1;
end TerminalValues;
