//! run --stop 3 --tolerance 2e-5
//! final p = 199999.46 within 0.2
model StiffRoot "Friction by a root: within the tolerance the pressure swings past the source's, where the slope is another"
  Real p(start = 199999, fixed = true);
  Real m = 10*(200000 - p)/(0.54^2*((200000 - p)^2 + 1e-6))^0.25;
equation
  der(p) = 2.7e7*(m - 10);
end StiffRoot;
