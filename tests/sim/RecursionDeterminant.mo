//! run --tolerance 1e-10
//! run --tolerance 1e-10 --method cvode
//! expect along = 25*1.1 + 2*1.1 within 1e-7
//! expect across = -0.3 within 1e-8
//! expect energy = 2*1.3/2 + 25*1.1**2/2 + 1.5*sum((0.1*sin(i))**2 for i in range(1, 26)) within 1e-6
model RecursionDeterminant "A chain of links on a turning carriage: the recursion comes to its two accelerations last, and they go by their determinant"
  parameter Integer n = 25;
  parameter Real m = 1, J = 0.1, L = 0.5, m0 = 2, k = 3, turn = 2;
  parameter Real e[2] = {0.6, 0.8} "Direction across the links: small angles";
  Real phi(start = 0, fixed = true) "Orientation of the carriage";
  Real u[2](start = {0.9, 0.7}, each fixed = true) "Its velocity in its own axes";
  Real x[n](start = {0.1*sin(i) for i in 1:n}, each fixed = true) "Angles of the joints";
  Real w[n](each start = 0, each fixed = true), omega[n], v[n];
  Real q[n], alpha[n], a[n], f[n + 1], torque[n + 1];
  Real v0[2], along "Momentum", across "Velocity", energy;
equation
  der(phi) = turn;
  m0*(cos(phi)*(der(u[1]) - turn*u[2]) - sin(phi)*(der(u[2]) + turn*u[1])) = -e[1]*f[1];
  m0*(sin(phi)*(der(u[1]) - turn*u[2]) + cos(phi)*(der(u[2]) + turn*u[1])) = -e[2]*f[1];
  a[1] = (e[1]*cos(phi) + e[2]*sin(phi))*(der(u[1]) - turn*u[2]) + (e[2]*cos(phi) - e[1]*sin(phi))*(der(u[2]) + turn*u[1]) + L*alpha[1];
  alpha[1] = q[1];
  v[1] = e*v0 + L*omega[1];
  omega[1] = w[1];
  for i in 2:n loop
    alpha[i] = alpha[i - 1] + q[i];
    a[i] = a[i - 1] + L*alpha[i];
    omega[i] = omega[i - 1] + w[i];
    v[i] = v[i - 1] + L*omega[i];
  end for;
  der(x) = w;
  der(w) = q;
  for i in 1:n loop
    f[i] = f[i + 1] + m*a[i];
    torque[i] = torque[i + 1] + L*f[i] + J*alpha[i];
    torque[i] = -k*x[i];
  end for;
  f[n + 1] = 0;
  torque[n + 1] = 0;
  v0 = {cos(phi)*u[1] - sin(phi)*u[2], sin(phi)*u[1] + cos(phi)*u[2]};
  along = m0*e*v0 + m*sum(v);
  across = e[1]*v0[2] - e[2]*v0[1];
  energy = (m0*v0*v0 + m*v*v + J*omega*omega + k*x*x)/2;
  annotation(experiment(StopTime = 3));
end RecursionDeterminant;
