//! run
//! status 3
//! stderr division by zero (`time` is 0) in y = sin(time)/time
//! stderr as in if time > 0 then
model FailStartTime "A quotient without value at the start"
  Real y;
equation
  y = sin(time)/time;
end FailStartTime;
