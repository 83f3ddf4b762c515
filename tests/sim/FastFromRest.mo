//! run --stop 0.3 --tolerance 1e-7 --method bdf
//! run --stop 0.3 --tolerance 1e-7 --method sdirk
//! run --stop 0.3 --tolerance 1e-7 --method radau
//! expect y = (0 if t <= 0.1 else 1 - exp(-(t - 0.1)/0.01)) within 1e-5
model FastFromRest "A state that leaves 0 so fast that the last digit of time makes more of it than is tolerated at 0: its size is seen later"
  Real x(start = 0, fixed = true), y = x*1e-18;
equation
  0.01*der(x) = (if time > 0.1 then 1e18 else 0) - x;
end FastFromRest;
