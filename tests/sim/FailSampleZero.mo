//! run
//! status 3
//! stderr it is inf in sample(0, 1/f) (
//! stderr with f = 0
model FailSampleZero "The parameter by which an interval is no interval"
  parameter Real f = 0;
  discrete Real y(start = 0, fixed = true);
equation
  when sample(0, 1/f) then
    y = sin(time);
  end when;
end FailSampleZero;
