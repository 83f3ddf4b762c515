//! run --stop 6
//! run --stop 6 --method cvode
//! expect w = 2*exp(-0.1*t) within 1e-4
//! expect a = -0.2*exp(-0.1*t) within 1e-3
//! expect g = 20*(1 - exp(-0.1*t)) within 1e-4
model StatesLinearChoice "The choice that is made gives w by a division that stays finite where x and der(y) vanish together: it is no fold of the constraints"
  Real phi(start = 0, fixed = true, stateSelect = StateSelect.always);
  Real om(start = 2, fixed = true, stateSelect = StateSelect.always);
  Real x, y, g(start = 0, fixed = true), w, a;
equation
  der(phi) = om;
  der(om) = -0.1*om;
  x = cos(phi);
  y = sin(phi);
  der(y) = w*x;
  w = der(g);
  a = der(w);
end StatesLinearChoice;
