//! run --stop 1 --tolerance 1e-7 --method bdf
//! run --stop 1 --tolerance 1e-7 --method sdirk
//! run --stop 1 --tolerance 1e-7 --method radau
//! run --stop 1 --tolerance 1e-7
//! expect w = 100*exp(-t) within 1e-5
//! expect z = 2e-3*(exp(-t) - exp(-1e6*t)) within 2e-8
// z is the difference of large numbers: rounding errors of 1e-9, the same in steps of any length, must not make
// the steps short (35 million of them).
model NoisyState
  Real z(start = 0, fixed = true), w(start = 100, fixed = true);
equation
  der(z) = 1e6*(2e-5*w - z) + 1e13*(sin(100*time)^2 + cos(100*time)^2 - 1);
  der(w) = -w;
end NoisyState;
