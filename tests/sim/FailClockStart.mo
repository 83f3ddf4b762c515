// previous() is the start value at the first tick: an initial equation cannot give it another one, also not through hold.
//! status 3
//! stderr the initial condition `seen = 3` contradicts
model FailClockStart
  Integer n(start = 0);
  Integer seen = hold(n);
initial equation
  seen = 3;
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
end FailClockStart;
