//! run --stop 600 --tolerance 1e-4 --method bdf
//! run --stop 600 --tolerance 1e-4 --method sdirk
//! run --stop 600 --tolerance 1e-4 --method radau
//! run --stop 600 --tolerance 1e-4 --method mixed
//! expect T = min(360 + 1998/4200*t, 373) within 1e-3
//! expect m = 1 - 1998/2.2e6*max(t - 13*4200/1998, 0) within 1e-4
//! quiet
model JumpHeld "Water that boils is held where its heat goes into steam, a jump without event: no implicit step across it has a solution, and on the mean losses are made up for"
  parameter Real P = 2000, loss = 2, c = 4200, q = 2.2e6, Tb = 373;
  Real m(start = 1, fixed = true), T(start = 360, fixed = true, nominal = 300), steam;
equation
  steam = if noEvent(T < Tb) then 0 else P/q;
  m*c*der(T) = (if noEvent(T < Tb) then P else 0) - loss;
  der(m) = -steam;
end JumpHeld;
