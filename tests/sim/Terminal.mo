//! run --stop 2
//! expect 2*s + d = 3 + t within 1e-9
//! final  finish = 2 within 1e-9
model Terminal "terminal() is true at the end of a good run"
  discrete Real finish(start = -1, fixed = true);
  Real s = 1 + time/2 - d/2 + 0.5, d = sin(time);
equation
  when terminal() then
    finish = time;
  end when;
end Terminal;
