//! run --stop 10 --method euler --step 0.1
//! stderr by the steps alone: those of explicit Euler are stable up to 0.02 here, they are 0.1
model EulerTooLong "the limit is 2*T"
  parameter Real T = 0.01;
  Real x(start = 1, fixed = true);
equation
  T*der(x) = cos(time) - x;
end EulerTooLong;
