//! run --stop 0.2
//! stderr has grown to
//! stderr faster and faster: the model is unstable
//! stderr 0 = R*i2 + L2*der(i2) + M*der(i1)
model WarnGrowth "Coils that are coupled more than fully: i1 - i2 grows like exp(1000*time)"
  parameter Real L1 = 1e-3, L2 = 1e-3, M = 2e-3, R = 1;
  Real i1(start = 0, fixed = true), i2(start = 0, fixed = true), v1;
equation
  v1 = 10*sin(314*time);
  v1 = R*i1 + L1*der(i1) + M*der(i2);
  0 = R*i2 + L2*der(i2) + M*der(i1);
end WarnGrowth;
