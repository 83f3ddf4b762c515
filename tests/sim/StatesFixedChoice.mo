//! run --stop 100 --tolerance 1e-8
//! run --stop 100 --tolerance 1e-8 --method cvode
//! run --stop 100 --tolerance 1e-8 --method ida
//! run --stop 100 --tolerance 1e-4
//! status 3
//! stderr the choice of states is singular
//! stderr x^2 + y^2 = L^2
//! stderr StatesFixedChoice.mo:
model StatesFixedChoice "DS-35: x as a state fails when y = 0"
  parameter Real m = 1, L = 1, g = 9.81;
  Real x(start = 0.6, fixed = true, stateSelect = StateSelect.always), y(start = 0.8);
  Real vx(start = 0, fixed = true, stateSelect = StateSelect.always), vy, F;
equation
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  x^2 + y^2 = L^2;
  der(x) = vx;
  der(y) = vy;
end StatesFixedChoice;
