//! run
//! stderr at time 0: R = -5 is below its min value 0
//! stderr x = 1.502 is above its max value 1.5
//! stderr : nothing there ends at this value
//! final x = 2 within 1e-9
model Bounds "Values outside min and max are reported, and the run goes on"
  parameter Real R(min = 0) = -5;
  Real x(start = 1, fixed = true, max = 1.5);
equation
  der(x) = 1;
end Bounds;
