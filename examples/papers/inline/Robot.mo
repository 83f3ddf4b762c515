/* The mechatronic robot of the paper on inline integration: six hinges in space, each with gearbox, motor circuit,
   tacho filters and controller. The gears of the first three joints are elastic, every gear has dry and viscous
   friction. 12 states of the arm, 2 of each elastic gear, and 2 + 3 + 3 of each motor, tacho and controller: 66.

     build/kron structure examples/papers/inline/Robot.mo --method bdf | less
     build/kron simulate examples/papers/inline/Robot.mo --method bdf --plot 'axis[1].phi' --plot 'axis[2].phi' --plot 'axis[3].phi'
     build/kron simulate examples/papers/inline/Robot.mo --method bdf --plot 'drive[1].motor.armature.i'

   Left to an integrator, Newton's method has 66 unknowns in every step. With the formula of the integrator among the equations
   it has 6, one for each joint: what moves, filters and controls them follows from those by systems of one or two equations. */
block Path "From one angle to another and at rest at both, in a given time"
  parameter Real q_begin(unit = "rad") = 0;
  parameter Real q_end(unit = "rad") = 1;
  parameter Real T(unit = "s") = 1 "Duration";
  Kron.Blocks.Interfaces.RealOutput q "Angle";
  Kron.Blocks.Interfaces.RealOutput qd "Speed";
protected
  Real s = if time < T then time/T else 1;
equation
  q = q_begin + (q_end - q_begin)*s^3*(10 - 15*s + 6*s^2);
  qd = (q_end - q_begin)*30*s^2*(1 - s)^2/T;
end Path;

partial block Control "What every controller of a joint is connected to"
  Kron.Blocks.Interfaces.RealInput q_ref "Wanted angle";
  Kron.Blocks.Interfaces.RealInput qd_ref "Wanted speed";
  Kron.Blocks.Interfaces.RealInput q "Angle";
  Kron.Blocks.Interfaces.RealInput qd "Speed, as the tacho tells it";
  Kron.Blocks.Interfaces.RealOutput i "Current that the motor shall have";
  parameter Real q_start(unit = "rad") = 0;
end Control;

block Cascade "Angle above speed: both limited, reference and output smoothed"
  extends Control;
  parameter Real kp = 10 "Of the angle";
  parameter Real kv = 8 "Of the speed";
  parameter Real Ti = 0.2 "Integral time of the speed";
  parameter Real qd_max = 5 "Greatest speed that is asked for";
  parameter Real i_max = 20 "Greatest current that is asked for";
  Kron.Blocks.Continuous.FirstOrder prefilter(T = 0.005, y_start = q_start);
  Kron.Blocks.Math.Feedback off;
  Kron.Blocks.Math.Gain position(k = kp);
  Kron.Blocks.Math.Add wanted;
  Kron.Blocks.Nonlinear.Limiter fast(uMax = qd_max);
  Kron.Blocks.Math.Feedback slow;
  Kron.Blocks.Continuous.PI speed(k = kv, T = Ti);
  Kron.Blocks.Nonlinear.Limiter strong(uMax = i_max);
  Kron.Blocks.Continuous.FirstOrder smooth(T = 0.002);
equation
  connect(q_ref, prefilter.u);
  connect(prefilter.y, off.u1);
  connect(q, off.u2);
  connect(off.y, position.u);
  connect(position.y, wanted.u1);
  connect(qd_ref, wanted.u2);
  connect(wanted.y, fast.u);
  connect(fast.y, slow.u1);
  connect(qd, slow.u2);
  connect(slow.y, speed.u);
  connect(speed.y, strong.u);
  connect(strong.y, smooth.u);
  connect(smooth.y, i);
end Cascade;

block Tacho "The speed, as the filters of a tacho generator leave it"
  extends Kron.Blocks.Interfaces.SISO;
  Kron.Blocks.Continuous.FirstOrder brushes(T = 0.001);
  Kron.Blocks.Continuous.SecondOrder filter(w = 900, D = 0.7);
equation
  connect(u, brushes.u);
  connect(brushes.y, filter.u);
  connect(filter.y, y);
end Tacho;

model Motor "Armature, and an amplifier that controls its current"
  import Kron.Electrical.*;
  Kron.Blocks.Interfaces.RealInput i "Current that it shall have";
  Kron.Rotational.Flange flange;
  parameter Real k(unit = "N.m/A") = 1 "Torque for a current";
  parameter Real shunt(unit = "Ohm") = 0.1;
  SignalVoltage command;
  Resistor in_command(R = 1e4);
  Resistor in_measured(R = 1e4);
  Resistor proportional(R = 2e5);
  Capacitor integral(C = 1e-7, v(start = 0, fixed = true));
  IdealOpAmp amplifier;
  VCVS power(k = 4);
  Resistor winding(R = 1.2);
  Inductor armature(L = 5e-3, i(start = 0, fixed = true));
  MotorConversion rotor(k = k);
  Resistor measured(R = shunt);
  Ground ground;
equation
  command.u = -shunt*i;
  connect(command.n, ground.p);
  connect(command.p, in_command.p);
  connect(in_command.n, amplifier.n);
  connect(measured.p, in_measured.p);
  connect(in_measured.n, amplifier.n);
  connect(amplifier.n, proportional.p);
  connect(proportional.n, integral.p);
  connect(integral.n, amplifier.out);
  connect(amplifier.p, ground.p);
  connect(amplifier.out, power.p1);
  connect(power.n1, ground.p);
  connect(power.n2, ground.p);
  connect(power.p2, winding.p);
  connect(winding.n, armature.p);
  connect(armature.n, rotor.p);
  connect(rotor.n, measured.p);
  connect(measured.n, ground.p);
  connect(rotor.flange, flange);
end Motor;

model Gear "Rotor, bearings and wheels; the shaft to the joint is elastic or rigid"
  import Kron.Rotational.*;
  Flange motor;
  Flange joint;
  parameter Boolean elastic = false "There is a spring between wheels and joint";
  parameter Real ratio = 100 "Turns of the motor per turn of the joint";
  parameter Real J(unit = "kg.m2") = 1e-3 "Of the rotor and the wheels";
  parameter Real tau_c(unit = "N.m") = 0.3 "Dry friction of the bearings";
  parameter Real d(unit = "N.m.s/rad") = 1e-3 "Viscous friction";
  parameter Real c(unit = "N.m/rad") = 2e5 "Of the spring, at the joint";
  parameter Real d_spring(unit = "N.m.s/rad") = 400;
  parameter Real phi_start(unit = "rad") = 0 "Of the joint";
  Inertia rotor(J = J);
  BearingFriction bearing(tau_c = tau_c, peak = 1.1, d = d);
  IdealGear wheels(ratio = ratio);
  SpringDamper shaft(c = c, d = d_spring) if elastic;
initial equation
  if elastic then
    rotor.phi = ratio*phi_start;
    rotor.w = 0;
  end if;
equation
  connect(motor, rotor.a);
  connect(rotor.b, bearing.a);
  connect(bearing.b, wheels.a);
  if elastic then
    connect(wheels.b, shaft.a);
    connect(shaft.b, joint);
  else
    connect(wheels.b, joint);
  end if;
end Gear;

model Drive "What moves one joint"
  Kron.Rotational.Flange joint;
  Kron.Blocks.Interfaces.RealInput q_ref "Wanted angle";
  Kron.Blocks.Interfaces.RealInput qd_ref "Wanted speed";
  parameter Real phi_start(unit = "rad") = 0;
  replaceable Cascade control constrainedby Control(q_start = phi_start);
  Tacho tacho;
  Motor motor;
  Gear gear(phi_start = phi_start);
  Kron.Rotational.AngleSensor angle;
  Kron.Rotational.SpeedSensor speed;
equation
  connect(q_ref, control.q_ref);
  connect(qd_ref, control.qd_ref);
  connect(joint, angle.flange);
  connect(joint, speed.flange);
  connect(speed.w, tacho.u);
  connect(tacho.y, control.qd);
  connect(angle.phi, control.q);
  connect(control.i, motor.i);
  connect(motor.flange, gear.motor);
  connect(gear.joint, joint);
end Drive;

model Robot "Six joints with their drives"
  import Kron.MultiBody.*;
  inner World world;
  parameter Integer n = 6 "Joints";
  parameter Boolean elastic[n] = {true, true, true, false, false, false} "Their gears have springs";
  parameter Real q_begin[n](each unit = "rad") = {0, 0.5, -1, 0, -0.5, 0};
  parameter Real q_end[n](each unit = "rad") = {1.2, 1, -0.4, 0.6, 0.4, -1};
  Revolute axis[n](n = {{0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}}, phi(start = q_begin, each fixed = true), w(each fixed = true));
  Bar link[n](r = {{0, 0.4, 0}, {0.5, 0, 0}, {0.3, 0, 0}, {0.3, 0, 0}, {0.1, 0, 0}, {0.1, 0, 0}});
  Body part[n](m = {30, 20, 15, 8, 3, 1}, r_cm = {{0, 0.2, 0}, {0.25, 0, 0}, {0.15, 0, 0}, {0.15, 0, 0}, {0.05, 0, 0}, {0.05, 0, 0}},
    I = {diagonal({0.6, 0.3, 0.6}), diagonal({0.1, 0.6, 0.6}), diagonal({0.1, 0.2, 0.2}), diagonal({0.02, 0.1, 0.1}), diagonal({0.004, 0.006, 0.006}), diagonal({0.001, 0.002, 0.002})});
  Path path[n](q_begin = q_begin, q_end = q_end);
  replaceable model Axis = Drive "What moves a joint";
  Axis drive[n](gear(elastic = elastic), phi_start = q_begin);
  MotionSensor hand;
equation
  connect(world.frame, axis[1].a);
  connect(axis.b, link.a);
  connect(axis.b, part.frame);
  connect(link[1:n - 1].b, axis[2:n].a);
  connect(link[n].b, hand.frame);
  connect(path.q, drive.q_ref);
  connect(path.qd, drive.qd_ref);
  connect(drive.joint, axis.axis);
  annotation(experiment(StopTime = 1.5, Tolerance = 1e-6));
end Robot;
