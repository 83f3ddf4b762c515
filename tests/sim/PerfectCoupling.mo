//! run --stop 3
//! expect u = 0 within 1e-9
//! expect i1*0.1 - sin(t) + 2*i2 = 0 within 1e-6
//! expect i1 + i2 = (0.5 + 0.1/3.8)/(1 + (0.1/1.9)**2)*(0.1/1.9*sin(t) - cos(t) + exp(-0.1/1.9*t)) within 1e-4
model PerfectCoupling "Factors of derivatives that differences of parameters make 0: L1 = L2 = M"
  parameter Real L = 2, L1 = L, L2 = L, M = L;
  Real i1(start = 0, fixed = true), i2, v1, v2, u;
equation
  v1 = L1*der(i1) + M*der(i2);
  u = (L1 - M)*der(i1) + (M - L2)*der(i2);
  v2 = v1 - u;
  v1 = sin(time) - 0.1*i1;
  v2 = 2*i2;
end PerfectCoupling;
