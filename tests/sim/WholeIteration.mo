//! run --stop 1
//! run --stop 1 --method ida
//! expect v["b.x[1]"] = -1.63*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["b.x[2]"] = 0.22*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["b.x[3]"] = -1.55*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["b.x[4]"] = 1.74*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["b.x[5]"] = 1.3*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["b.x[6]"] = 1.96*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["c.x[1]"] = -1.46*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["c.x[2]"] = 1.57*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["c.x[3]"] = 1.33*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["d.x[1]"] = 1.89*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["d.x[2]"] = -1.85*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["d.x[3]"] = 1.64*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["d.x[4]"] = -0.43*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["d.x[5]"] = 0.61*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["d.x[6]"] = 0.92*(1 + 0.02*sin(3*t)) within 1e-7
//! expect v["d.x[7]"] = 1.59*(1 + 0.02*sin(3*t)) within 1e-7
model WholeIteration "Equations whose torn form diverges from guesses that Newton's iteration of all unknowns is content with"
  model MB
    input Real k;
    constant Real s0[6] = {-1.63, 0.22, -1.55, 1.74, 1.3, 1.96};
    Real s[6] = k*s0;
    Real x[6](start = {-1.67, 0.38, -1.62, 1.51, 1.54, 1.7});
  equation
    2*x[1] + 0.7*x[4] - 0.3*x[6] =
      2*s[1] + 0.7*s[4] - 0.3*s[6];
    -0.2*x[2] + 2*x[5] + 0.3*exp(x[2]) =
      -0.2*s[2] + 2*s[5] + 0.3*exp(s[2]);
    2*x[1] - 0.5*x[3] + 2*x[4] + exp(x[5]) =
      2*s[1] - 0.5*s[3] + 2*s[4] + exp(s[5]);
    0.3*x[1] + 0.2*x[4] + x[3]^2 =
      0.3*s[1] + 0.2*s[4] + s[3]^2;
    0.7*x[3] + x[5] + x[6]^3 =
      0.7*s[3] + s[5] + s[6]^3;
    -1*x[2] + 2*x[6] + x[4]^3 + 0.5*x[3]^2 =
      -1*s[2] + 2*s[6] + s[4]^3 + 0.5*s[3]^2;
  end MB;
  model MC
    input Real k;
    constant Real s0[3] = {-1.46, 1.57, 1.33};
    Real s[3] = k*s0;
    Real x[3](start = {-1.23, 1.34, 1.3});
  equation
    0.2*x[1] + 0.3*x[3] + 0.3*exp(x[2]) =
      0.2*s[1] + 0.3*s[3] + 0.3*exp(s[2]);
    -0.7*x[2] + 0.5*x[3]^3 + 0.3*x[1]^3 =
      -0.7*s[2] + 0.5*s[3]^3 + 0.3*s[1]^3;
    2.2*x[3] + sin(x[1]) - 1*tanh(x[2]) =
      2.2*s[3] + sin(s[1]) - 1*tanh(s[2]);
  end MC;
  model MD
    input Real k;
    constant Real s0[7] = {1.89, -1.85, 1.64, -0.43, 0.61, 0.92, 1.59};
    Real s[7] = k*s0;
    Real x[7](start = {1.72, -1.93, 1.49, -0.3, 0.48, 1.21, 1.82});
  equation
    1.7*x[1] - 0.3*x[3] + 0.3*sin(x[1]) + 0.3*sin(x[7]) =
      1.7*s[1] - 0.3*s[3] + 0.3*sin(s[1]) + 0.3*sin(s[7]);
    0.2*x[2] + 0.3*x[6] + x[7] =
      0.2*s[2] + 0.3*s[6] + s[7];
    -0.5*x[3] - 1*x[4] + 2*x[5] + 0.3*sin(x[1]) + 0.3*x[3]^2 =
      -0.5*s[3] - 1*s[4] + 2*s[5] + 0.3*sin(s[1]) + 0.3*s[3]^2;
    0.3*x[1] + 0.3*x[4] - 1*x[2]^3 =
      0.3*s[1] + 0.3*s[4] - 1*s[2]^3;
    -0.2*x[5] =
      -0.2*s[5];
    x[2] + 0.2*x[6] + 0.5*exp(x[2]) =
      s[2] + 0.2*s[6] + 0.5*exp(s[2]);
    0.3*x[5] + 0.2*x[7] + 0.3*x[4]^3 =
      0.3*s[5] + 0.2*s[7] + 0.3*s[4]^3;
  end MD;
  Real k = 1 + 0.02*sin(3*time);
  MB b(k = k);
  MC c(k = k);
  MD d(k = k);
end WholeIteration;
