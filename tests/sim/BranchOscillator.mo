//! run --stop 2.75 --tolerance 1e-7 --method cvode
//! run --stop 2.75 --tolerance 1e-7 --method ida
//! run --stop 2.75 --tolerance 1e-7 --method rk45
//! run --stop 2.75 --tolerance 1e-7 --method bdf
//! run --stop 2.75 --tolerance 1e-7 --method sdirk
//! run --stop 2.75 --tolerance 1e-7 --method radau
//! expect abs(y) = 15 within 1e-6
//! final c = -15 + (15 + 7.499)*exp(-(2.75 - log(16/7.501) - log(22.499/7.501))) within 1e-5
model BranchOscillator "Steps beyond the end of a solution are rejected, and leave no trace"
  Real c(start = 1, fixed = true), i, upper, lower, y, w;
equation
  der(c) = y - c;
  lower = 1000*i;
  upper = 1000*i;
  w = lower - c;
  y = lower + upper;
  y = homotopy(noEvent(if 15000*w > 15 then 15 elseif 15000*w < -15 then -15 else 15000*w), -15);
end BranchOscillator;
