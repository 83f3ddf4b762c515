// Robots that differ from examples/papers/inline/Robot.mo, behind which this is written (robot.sh).
model Three "Three joints, the middle one elastic"
  extends Robot(n = 3, elastic = {false, true, false}, q_begin = {0, 0.5, -1}, q_end = {1, 1, -0.5},
    axis(n = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}), link(r = {{0, 0.4, 0}, {0.5, 0, 0}, {0.3, 0, 0}}),
    part(m = {30, 20, 15}, r_cm = {{0, 0.2, 0}, {0.25, 0, 0}, {0.15, 0, 0}}, I = {diagonal({0.6, 0.3, 0.6}), diagonal({0.1, 0.6, 0.6}), diagonal({0.1, 0.2, 0.2})}));
end Three;

model Eight "Eight joints"
  extends Robot(n = 8, elastic = {true, false, true, false, true, false, true, false}, q_begin = zeros(8), q_end = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8},
    axis(n = {{0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), link(r = fill({0.2, 0, 0}, 8)),
    part(m = {16, 14, 12, 10, 8, 6, 4, 2}, r_cm = fill({0.1, 0, 0}, 8), I = fill(diagonal({0.01, 0.02, 0.02}), 8)));
end Eight;

model Rigid "No springs"
  extends Robot(elastic = fill(false, 6));
end Rigid;

model Elastic "All springs"
  extends Robot(elastic = fill(true, 6));
end Elastic;

block Pid "One controller instead of the cascade: two states, its output limited"
  extends Control;
  Kron.Blocks.Continuous.PID pid(k = 80, Ti = 0.5, Td = 0.1, N = 20, yMax = 20);
  Kron.Blocks.Continuous.FirstOrder smooth(T = 0.002);
equation
  connect(q_ref, pid.reference);
  connect(q, pid.measured);
  smooth.u = pid.y + 2*(qd_ref - qd);
  connect(smooth.y, i);
end Pid;

model OtherControl
  extends Robot(drive(redeclare Pid control));
end OtherControl;

model DriveByMotor "Angle and speed are measured at the motor, in turns of the joint"
  Kron.Rotational.Flange joint;
  Kron.Blocks.Interfaces.RealInput q_ref;
  Kron.Blocks.Interfaces.RealInput qd_ref;
  parameter Real phi_start = 0;
  Cascade control(q_start = phi_start);
  Tacho tacho;
  Motor motor;
  Gear gear(phi_start = phi_start);
  Kron.Rotational.AngleSensor angle;
  Kron.Rotational.SpeedSensor speed;
equation
  connect(q_ref, control.q_ref);
  connect(qd_ref, control.qd_ref);
  connect(gear.motor, angle.flange);
  connect(gear.motor, speed.flange);
  tacho.u = speed.w/gear.ratio;
  connect(tacho.y, control.qd);
  control.q = angle.phi/gear.ratio;
  connect(control.i, motor.i);
  connect(motor.flange, gear.motor);
  connect(gear.joint, joint);
end DriveByMotor;

model ByMotor
  extends Robot(redeclare model Axis = DriveByMotor);
end ByMotor;

model Five "Five joints"
  extends Robot(n = 5, elastic = {true, true, false, false, true}, q_begin = zeros(5), q_end = {1, -0.5, 0.4, 0.3, -0.2},
    axis(n = {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}}), link(r = fill({0.3, 0.05, 0}, 5)),
    part(m = {20, 15, 10, 5, 2}, r_cm = fill({0.15, 0, 0.02}, 5), I = fill(diagonal({0.02, 0.1, 0.1}), 5)));
end Five;

model Seven "Seven joints"
  extends Robot(n = 7, elastic = {false, true, false, true, false, true, false}, q_begin = zeros(7), q_end = {0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1},
    axis(n = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}}), link(r = fill({0.25, 0, 0}, 7)),
    part(m = {20, 16, 12, 9, 6, 3, 1}, r_cm = fill({0.12, 0, 0}, 7), I = fill(diagonal({0.01, 0.04, 0.04}), 7)));
end Seven;

model SmoothFriction "Without a mode: growing with the square of the speed"
  Kron.Rotational.Flange flange;
  parameter Real tau_c = 20, w_c = 0.01, d = 5, e = 3;
  Real w = der(flange.phi);
equation
  flange.tau = tau_c*tanh(w/w_c) + d*w + e*w*abs(w);
end SmoothFriction;

model DriveBare "No tacho; other friction, at the joint"
  Kron.Rotational.Flange joint;
  Kron.Blocks.Interfaces.RealInput q_ref;
  Kron.Blocks.Interfaces.RealInput qd_ref;
  parameter Real phi_start = 0;
  Cascade control(q_start = phi_start);
  Motor motor;
  Gear gear(phi_start = phi_start, tau_c = 0, d = 0);
  SmoothFriction friction;
  Kron.Rotational.AngleSensor angle;
  Kron.Rotational.SpeedSensor speed;
equation
  connect(q_ref, control.q_ref);
  connect(qd_ref, control.qd_ref);
  connect(joint, angle.flange);
  connect(joint, speed.flange);
  connect(joint, friction.flange);
  connect(speed.w, control.qd);
  connect(angle.phi, control.q);
  connect(control.i, motor.i);
  connect(motor.flange, gear.motor);
  connect(gear.joint, joint);
end DriveBare;

model Bare
  extends Robot(redeclare model Axis = DriveBare);
end Bare;
