//! run --stop 18.849555921538759
//! run --stop 18.849555921538759 --method rk45
//! run --stop 18.849555921538759 --method rk8
//! run --stop 18.849555921538759 --method cvode
//! run --stop 18.849555921538759 --method ida
//! run --stop 18.849555921538759 --method bdf
//! run --stop 18.849555921538759 --method sdirk
//! run --stop 18.849555921538759 --method radau
//! final y = exp(0.04*sqrt(pi)) - 1 within 1e-4
//! final z = 6*pi*0.03986930196 within 1e-4
model NarrowPulseDriven "States that variables of time alone drive: a pulse, and what a state makes of the peaks of a sine"
  Real u, w, y(start = 0, fixed = true), c(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  u = exp(-((time - 13.3)/0.04)^2);
  w = sin(time);
  der(y) = u*(1 + y);
  der(c) = -c;
  der(z) = (w + c)^400;
end NarrowPulseDriven;
