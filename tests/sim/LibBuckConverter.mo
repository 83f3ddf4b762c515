//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["l.i"] = v["reference"] within 1e-5
//! events state=0
model LibBuckConverter "A switch and a diode: the coil's current rises and falls exponentially"
  import Kron.Electrical.*;
  ConstantVoltage battery(V = 12);
  Switch switch(Ron = 1e-9, Goff = 1e-9);
  IdealDiode diode(Ron = 1e-9, Goff = 1e-9);
  Inductor l(L = 0.01, i(start = 0, fixed = true));
  Resistor r(R = 2);
  Ground ground;
  Kron.Blocks.Sources.BooleanPulse gate(period = 0.002, width = 0.25);
  discrete Real i0(start = 0, fixed = true), t0(start = 0, fixed = true);
  Real final_value = if gate.y then 6 else 0;
  Real reference = final_value + (i0 - final_value)*exp(-200*(time - t0)) "Exponential since the last switching";
equation
  when change(gate.y) then
    i0 = pre(final_value) + (pre(i0) - pre(final_value))*exp(-200*(time - pre(t0)));
    t0 = time;
  end when;
  connect(gate.y, switch.closed);
  connect(battery.p, switch.p);
  connect(switch.n, l.p);
  connect(diode.n, l.p);
  connect(diode.p, ground.p);
  connect(l.n, r.p);
  connect(r.n, ground.p);
  connect(battery.n, ground.p);
  annotation(experiment(StopTime = 0.02));
end LibBuckConverter;
