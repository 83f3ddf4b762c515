//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["cup.T"] = 293.15 + 60*exp(-0.01*t) within 1e-7
//! expect v["fan.T"] = 293.15 + 60*exp(-0.05*t) within 1e-7
//! expect v["room.T_degC"] = 20 within 1e-12
model LibCooling "Newton's law of cooling, with and without a fan"
  import Kron.Thermal.*;
  HeatCapacitor cup(C = 800, T(start = 353.15, fixed = true));
  Convection surface(h = 20, A = 0.4);
  HeatCapacitor fan(C = 800, T(start = 353.15, fixed = true));
  ControlledConvection blown(G = 40);
  Ambient room(mean = 20);
equation
  connect(cup.port, surface.solid);
  connect(surface.fluid, room.port);
  connect(fan.port, blown.solid);
  connect(blown.fluid, room.port);
  annotation(experiment(StopTime = 300));
end LibCooling;
