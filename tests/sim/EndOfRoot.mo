//! run --stop 5
//! status 3
//! stderr is 0 but for rounding
//! stderr in psi = sqrt(
//! stderr EndOfRoot.mo:
//! stderr there its slope is infinite
//! stderr let a condition end what moves it
model EndOfRoot "The pressure behind a nozzle rises to that before it and on: a root ends, with an infinite slope"
  parameter Real kappa = 1.4, p1 = 5e5, A = 1e-4, R = 287, T1 = 300, V = 0.01;
  Real p2(start = 1e5, fixed = true), psi, mdot;
equation
  psi = sqrt(kappa/(kappa - 1)*((p2/p1)^(2/kappa) - (p2/p1)^((kappa + 1)/kappa)));
  mdot = A*p1*sqrt(2/(R*T1))*psi;
  V*der(p2) = kappa*R*T1*(mdot + 1e-3);
end EndOfRoot;
