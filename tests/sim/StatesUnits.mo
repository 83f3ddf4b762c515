//! run --stop 10 --tolerance 1e-6
//! expect T = 300 within 1e-3
//! expect V = (1 + 0.1*t)/98850 within 1e-8
model StatesUnits "A density that depends strongly on a fraction: units do not make the choice of states singular"
  function density
    input Real T, X;
    output Real d;
  algorithm
    d := 700 - 0.5*T + 0.01*T^2 - 2600 + 2.5e6*X^2;
    annotation (Inline = false, smoothOrder = 3);
  end density;
  function enthalpy
    input Real T;
    output Real h;
  algorithm
    h := 2000*T + 0.1*T^2;
    annotation (Inline = false, smoothOrder = 3);
  end enthalpy;
  parameter Real p = 1e5;
  parameter Real d0 = 700 - 0.5*300 + 0.01*300^2 - 2600 + 1e5;
  parameter Real u0 = 2000*300 + 0.1*300^2 - p/d0;
  Real M(start = 1, fixed = true, stateSelect = StateSelect.always);
  Real MX(start = 0.2, fixed = true, stateSelect = StateSelect.always);
  Real U(start = u0, fixed = true, stateSelect = StateSelect.always);
  Real X, T(start = 300), d(start = d0), h(start = 6e5), u, V;
equation
  der(M) = 0.1;
  der(MX) = 0.02;
  der(U) = 0.1*(u0 + p/d) - p*der(V);
  MX = X*M;
  U = u*M;
  M = d*V;
  u = h - p/d;
  h = enthalpy(T);
  d = density(T, X);
end StatesUnits;
