//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["wire.T"] = 293.15 + 50*(1 - exp(-t/20)) within 1e-6
//! expect v["r.i"] = 5 within 1e-9
//! expect v["follow.T"] = 300 + (t - 10 + 10*exp(-t/10)) within 1e-6
//! expect v["store.T"] = 300 + t**2/2/10 within 1e-7
//! expect v["boiler.T"] = 300 + 10*min(t, 30) within 1e-6
model LibHeatedWire "Electric losses heat a wire; a body follows a ramp of temperature; heat flow as a signal"
  import Kron.Thermal.*;
  import Kron.Electrical;
  Electrical.ConstantVoltage battery(V = 10);
  Electrical.HeatingResistor r(R = 2);
  Electrical.Ground ground;
  HeatCapacitor wire(C = 20, T(start = 293.15, fixed = true));
  ThermalConductor loss(G = 1);
  FixedTemperature air;
  PrescribedTemperature ramp(u = 300 + time);
  HeatCapacitor follow(C = 30, T(start = 300, fixed = true));
  ThermalConductor link(G = 3);
  PrescribedHeatFlow inflow(u = time);
  HeatCapacitor store(C = 10, T(start = 300, fixed = true));
  Heater element(P = 500, on = time < 30);
  HeatCapacitor boiler(C = 50, T(start = 300, fixed = true));
equation
  connect(battery.p, r.p);
  connect(r.n, ground.p);
  connect(battery.n, ground.p);
  connect(r.port, wire.port);
  connect(wire.port, loss.a);
  connect(loss.b, air.port);
  connect(ramp.port, link.a);
  connect(link.b, follow.port);
  connect(inflow.port, store.port);
  connect(element.port, boiler.port);
  annotation(experiment(StopTime = 60));
end LibHeatedWire;
