//! run --stop 0.5
//! status 3
//! stderr FailOpenCoil.mo:11:10: warning: the number of constraints depends on the mode
//! stderr at time 0.2: here the equation does not have `contact.s`, which it determines otherwise
//! stderr the parameter `contact.Goff` is 0 (
//! stderr as a diode beside the coil
//! never `0` stays not 0
model FailOpenCoil "A contact without any conductance opens the circuit of a coil"
  import Kron.Electrical.*;
  ConstantVoltage supply(V = 24);
  Switch contact(Goff = 0, closed = time < 0.2);
  Resistor r(R = 12);
  Inductor coil(L = 0.5, i(start = 0, fixed = true));
  Ground ground;
equation
  connect(supply.p, contact.p);
  connect(contact.n, r.p);
  connect(r.n, coil.p);
  connect(coil.n, supply.n);
  connect(supply.n, ground.p);
end FailOpenCoil;
