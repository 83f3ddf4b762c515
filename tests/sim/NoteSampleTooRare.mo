//! run --stop 1
//! stderr sample(0, Ts) (
//! stderr its interval of 20 is 20 times the time of the run, 1: it acts once at the most; is it given in another unit, as ms?
// 20 ms, given as 20.
model NoteSampleTooRare
  parameter Real Ts = 20;
  discrete Real y(start = 0, fixed = true);
equation
  when sample(0, Ts) then
    y = time;
  end when;
end NoteSampleTooRare;
