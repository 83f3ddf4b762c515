//! run --stop 4 --tolerance 1e-8
//! expect i1 = 1 - exp(-t/2) within 1e-5
//! expect i2 = -exp(-t/2)/2 within 1e-5
//! expect j1 = 1 - exp(-t/2) within 1e-5
//! expect j2 = -exp(-t/2)/2 within 1e-5
//! expect v["k[1]"] = 1 - exp(-t/3.3) within 1e-5
//! expect v["k[2]"] = -sqrt(2)*exp(-t/3.3) within 1e-5
//! expect v["k[3]"] = -sqrt(0.3)*exp(-t/3.3) within 1e-5
//! expect c1 = 2.5*exp(-t/14.5) within 1e-5
//! expect c2 = exp(-t/14.5) within 1e-5
//! expect b = exp(-t/14.5)/2 within 1e-5
model HiddenCoupling "Coils that are coupled perfectly, L1*L2 = M^2; an autotransformer"
  parameter Real L1 = 1, L2 = 4, M = 2, R1 = 1, R2 = 4;
  Real i1(start = 0, fixed = true), i2, v1, v2 "By values of parameters";
  Real j1(start = 0, fixed = true), j2 "By numbers";
  parameter Real L[3] = {1, 2, 0.3} "Only to rounding";
  parameter Real K[3, 3] = {{sqrt(L[i]*L[j]) for j in 1:3} for i in 1:3};
  Real k[3](start = {0, 0, 0}, fixed = {true, false, false});
  parameter Real n = 2.5;
  Real c1(start = 2.5, fixed = true), c2, a, b, c, ia, ib "Windings from a and b to c";
equation
  v1 = L1*der(i1) + M*der(i2);
  v2 = M*der(i1) + L2*der(i2);
  1 = v1 + R1*i1;
  0 = v2 + R2*i2;
  1 - j1 = 0.5*der(j1) + 0.5*der(j1) + 2*der(j2);
  -4*j2 = 2*der(j1) + 4*der(j2);
  K*der(k) = {1 - k[1], -k[2], -k[3]};
  c1 = a - c;
  c2 = b - c;
  a - c = n*b - n*c;
  n*ia + ib = 0;
  der(c1) + ia = 0;
  der(c2) + ib + b = 0;
  der(c1) + der(c2) + ia + ib = c;
end HiddenCoupling;
