// What may have been meant where units do not fit.
model UnitsMeant
  function rho
    input Real p(unit = "Pa");
    input Real T(unit = "K");
    output Real d(unit = "kg/m3");
  protected
    constant Real R(unit = "J/(kg.K)") = 287;
  algorithm
    d := p/(R*T);
  end rho;
  parameter Real m(unit = "Kg") = 1;
  parameter Real q(unit = "Mpa") = 1;
  parameter Real tau(unit = "s") = 2;
  Real t(unit = "s") = time;
  Real phi(unit = "rad") = time;
  Real M(unit = "N.m") = phi;
  Real p(unit = "Pa") = 1e5;
  Real T(unit = "K") = 300 + time;
  Real d(unit = "kg/m3") = rho(T, p);
  Boolean b = p > T;
  Real u = exp(-t*tau);
end UnitsMeant;
