/* A direct current motor turns a load through a gear; a PID controller holds its speed. Look at the
   speed: it follows the ramp to 100 rad/s with little overshoot, sags when the load torque comes at
   3 s, and recovers. The voltage is limited to 48 V: with a steeper ramp it saturates, and the
   anti-windup keeps the overshoot small.

     build/kron simulate examples/MotorDrive.mo --plot rotor.w
     build/kron simulate examples/MotorDrive.mo --plot controller.y
     build/kron simulate examples/MotorDrive.mo --plot rotor.w --set wanted.duration=0.05
*/
model MotorDrive "A motor with gear and speed controller"
  import Kron.Blocks;
  import Kron.Electrical.*;
  import Kron.Rotational.*;
  Blocks.Sources.Ramp wanted(height = 100, duration = 1, startTime = 0.5);
  Blocks.Continuous.PID controller(k = 1, Ti = 0.1, Td = 0.002, yMax = 48);
  SignalVoltage supply;
  Resistor r(R = 0.5);
  Inductor l(L = 0.002, i(start = 0, fixed = true));
  MotorConversion emf(k = 0.3);
  Ground ground;
  Inertia rotor(J = 0.01, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  IdealGear gear(ratio = 10);
  Inertia load(J = 2);
  BearingFriction bearing(tau_c = 5, d = 0.5);
  StepTorque disturbance(tau = -100, startTime = 3);
  SpeedSensor tachometer;
equation
  connect(wanted.y, controller.reference);
  connect(tachometer.w, controller.measured);
  connect(controller.y, supply.u);
  connect(supply.p, r.p);
  connect(r.n, l.p);
  connect(l.n, emf.p);
  connect(emf.n, supply.n);
  connect(supply.n, ground.p);
  connect(emf.flange, rotor.a);
  connect(rotor.b, gear.a);
  connect(rotor.b, tachometer.flange);
  connect(gear.b, load.a);
  connect(load.b, bearing.a);
  connect(bearing.b, disturbance.flange);
  annotation(experiment(StopTime = 5));
end MotorDrive;
