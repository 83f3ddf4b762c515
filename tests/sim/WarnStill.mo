//! run --stop 2
//! stderr `ratio` is 0: by that `phi` never changes, whose derivative the model has
//! stderr by `phi = ratio*load`
//! final phi = 0 within 1e-12
model WarnStill "A gear of ratio 0 holds what drives it"
  parameter Real ratio = i, i = 0, J = 0.02, tau = 2;
  Real phi, w, a, load(start = 0, fixed = true), v(start = 1, fixed = true), t;
equation
  w = der(phi);
  a = der(w);
  J*a = tau + t;
  phi = ratio*load;
  v = der(load);
  der(v) = -v - ratio*t;
end WarnStill;
