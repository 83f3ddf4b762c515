//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["plate.T"] = (1000**-3 + 3*0.8*0.5*5.670374419e-8*t/2000)**(-1/3) within 1e-7
//! expect v["steady.T"] = (1000/5.670374419e-8)**0.25 within 1e-7
model LibRadiation "A plate radiates into space, C der(T) = -epsilon A sigma T^4; another is in balance with its heating"
  import Kron.Thermal.*;
  HeatCapacitor plate(C = 2000, T(start = 1000, fixed = true));
  Radiation loss(A = 0.5, epsilon = 0.8);
  FixedTemperature space(T = 0);
  Radiation balance(A = 1);
  HeatSource heating(Q_flow = 1000);
  TemperatureSensor steady;
equation
  connect(plate.port, loss.a);
  connect(loss.b, space.port);
  connect(heating.port, balance.a);
  connect(balance.a, steady.port);
  connect(balance.b, space.port);
  annotation(experiment(StopTime = 1000));
end LibRadiation;
