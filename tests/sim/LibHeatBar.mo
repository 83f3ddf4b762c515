//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! final v["c[1].T"] = 300 + 100*(1 - 1/8) within 1e-6
//! final v["c[2].T"] = 300 + 100*(1 - 3/8) within 1e-6
//! final v["c[3].T"] = 300 + 100*(1 - 5/8) within 1e-6
//! final v["c[4].T"] = 300 + 100*(1 - 7/8) within 1e-6
//! final Q = 2*100/4 within 1e-6
//! final shown = 300 + 100*(1 - 5/8) - 273.15 within 1e-6
model LibHeatBar "A bar of four bodies between two temperatures: a straight line in the end, heat flow G dT/L"
  import Kron.Thermal.*;
  FixedTemperature hot(T = 400), cold(T = 300);
  HeatCapacitor c[4](each C = 0.5, each T(start = 300, fixed = true));
  ThermalConductor between[3](each G = 2), left(G = 4), right(G = 4);
  HeatFlowSensor meter;
  CelsiusSensor thermometer;
  Real Q = meter.Q_flow, shown = thermometer.T;
equation
  connect(hot.port, meter.a);
  connect(meter.b, left.a);
  connect(left.b, c[1].port);
  for i in 1:3 loop
    connect(c[i].port, between[i].a);
    connect(between[i].b, c[i + 1].port);
  end for;
  connect(c[4].port, right.a);
  connect(right.b, cold.port);
  connect(c[3].port, thermometer.port);
  annotation(experiment(StopTime = 60));
end LibHeatBar;
