package Ivp "Problems of the Test Set for IVP Solvers"

  model VanDerPol "mu = 1000, time in units of mu"
    parameter Real eps = 1e-6;
    Real y(start = 2, fixed = true), z(start = 0, fixed = true);
  equation
    der(y) = z;
    eps*der(z) = (1 - y^2)*z - y;
  end VanDerPol;

  model Robertson
    Real y1(start = 1, fixed = true), y2(start = 0, fixed = true, nominal = 1e-5), y3(start = 0, fixed = true);
  equation
    der(y1) = -0.04*y1 + 1e4*y2*y3;
    der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
    der(y3) = 3e7*y2^2;
  end Robertson;

  model Hires "High irradiance response of photomorphogenesis"
    Real y[8](start = {1, 0, 0, 0, 0, 0, 0, 0.0057}, each fixed = true);
  equation
    der(y[1]) = -1.71*y[1] + 0.43*y[2] + 8.32*y[3] + 0.0007;
    der(y[2]) = 1.71*y[1] - 8.75*y[2];
    der(y[3]) = -10.03*y[3] + 0.43*y[4] + 0.035*y[5];
    der(y[4]) = 8.32*y[2] + 1.71*y[3] - 1.12*y[4];
    der(y[5]) = -1.745*y[5] + 0.43*y[6] + 0.43*y[7];
    der(y[6]) = -280*y[6]*y[8] + 0.69*y[4] + 1.71*y[5] - 0.43*y[6] + 0.69*y[7];
    der(y[7]) = 280*y[6]*y[8] - 1.81*y[7];
    der(y[8]) = -der(y[7]);
  end Hires;

  model Amplifier "Two transistors; voltages of nodes are not states, those of capacitors are"
    parameter Real Ub = 6, Uf = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000;
    Real y[8];
    Real u1(start = -3, fixed = true) = y[1] - y[2], u2(start = 3, fixed = true) = y[3],
      u3(start = 3, fixed = true) = y[4] - y[5], u4(start = 3, fixed = true) = y[6],
      u5(start = 6, fixed = true) = y[7] - y[8];
    Real g1 = beta*(exp((y[2] - y[3])/Uf) - 1), g2 = beta*(exp((y[5] - y[6])/Uf) - 1);
  equation
    1e-6*der(u1) = (0.1*sin(200*3.14159265358979323846*time) - y[1])/R0;
    1e-6*der(u1) = (y[2] - (Ub - y[2]))/R + (1 - alpha)*g1;
    2e-6*der(u2) = g1 - y[3]/R;
    3e-6*der(u3) = (Ub - y[4])/R - alpha*g1;
    3e-6*der(u3) = (y[5] - (Ub - y[5]))/R + (1 - alpha)*g2;
    4e-6*der(u4) = g2 - y[6]/R;
    5e-6*der(u5) = (Ub - y[7])/R - alpha*g2;
    5e-6*der(u5) = y[8]/R;
  end Amplifier;

  model RingModulator
    parameter Real C = 1.6e-8, Cs = 2e-12, Cp = 1e-8, Lh = 4.45, Ls1 = 0.002, Ls2 = 5e-4,
      gamma = 40.67286402e-9, R = 25000, Rp = 50, Rg1 = 36.3, Rg2 = 17.3, Ri = 50, Rc = 600,
      delta = 17.7493332, pi = 3.14159265358979323846;
    Real y[15](each start = 0, each fixed = true);
    Real u1 = 0.5*sin(2000*pi*time), u2 = 2*sin(20000*pi*time);
    Real q[4] = {gamma*(exp(delta*d[i]) - 1) for i in 1:4};
    Real d[4] = {y[3] - y[5] - y[7] - u2, -y[4] + y[6] - y[7] - u2, y[4] + y[5] + y[7] + u2,
      -y[3] - y[6] + y[7] + u2};
  equation
    C*der(y[1]) = y[8] - 0.5*y[10] + 0.5*y[11] + y[14] - y[1]/R;
    C*der(y[2]) = y[9] - 0.5*y[12] + 0.5*y[13] + y[15] - y[2]/R;
    Cs*der(y[3]) = y[10] - q[1] + q[4];
    Cs*der(y[4]) = -y[11] + q[2] - q[3];
    Cs*der(y[5]) = y[12] + q[1] - q[3];
    Cs*der(y[6]) = -y[13] - q[2] + q[4];
    Cp*der(y[7]) = -y[7]/Rp + q[1] + q[2] - q[3] - q[4];
    Lh*der(y[8]) = -y[1];
    Lh*der(y[9]) = -y[2];
    Ls2*der(y[10]) = 0.5*y[1] - y[3] - Rg2*y[10];
    Ls2*der(y[11]) = -0.5*y[1] + y[4] - Rg2*y[11];
    Ls2*der(y[12]) = 0.5*y[2] - y[5] - Rg2*y[12];
    Ls2*der(y[13]) = -0.5*y[2] + y[6] - Rg2*y[13];
    Ls1*der(y[14]) = -y[1] + u1 - (Ri + Rg1)*y[14];
    Ls1*der(y[15]) = -y[2] - (Rc + Rg1)*y[15];
  end RingModulator;

  model Pleiades "Seven stars in a plane"
    Real x[7](start = {3, 3, -1, -3, 2, -2, 2}, each fixed = true);
    Real y[7](start = {3, -3, 2, 0, 0, -4, 4}, each fixed = true);
    Real u[7](start = {0, 0, 0, 0, 0, 1.75, -1.5}, each fixed = true);
    Real v[7](start = {0, 0, 0, -1.25, 1, 0, 0}, each fixed = true);
    Real a[7, 7] = {{if i == j then 0 else j/((x[i] - x[j])^2 + (y[i] - y[j])^2)^1.5 for j in 1:7} for i in 1:7};
  equation
    der(x) = u;
    der(y) = v;
    for i in 1:7 loop
      der(u[i]) = sum(a[i, j]*(x[j] - x[i]) for j in 1:7);
      der(v[i]) = sum(a[i, j]*(y[j] - y[i]) for j in 1:7);
    end for;
  end Pleiades;
end Ivp;
