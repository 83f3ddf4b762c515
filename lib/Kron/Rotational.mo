within Kron;
package Rotational "Shafts, gears, clutches: mechanics of one rotation"
  connector Flange "End of a shaft: an angle, and the torque that acts on the element"
    Units.Angle phi "Angle";
    flow Units.Torque tau "Torque into the element";
  end Flange;

  partial model TwoFlanges "A shaft through the element"
    Flange a "Left flange";
    Flange b "Right flange";
  end TwoFlanges;

  partial model Compliant "Two flanges that may turn against each other; the torque goes through"
    extends TwoFlanges;
    Units.Angle phi_rel "Angle of b against a";
    Units.Torque tau "Torque at b";
  equation
    phi_rel = b.phi - a.phi;
    b.tau = tau;
    a.tau = -tau;
  end Compliant;

  partial model Sensor "Measures at a flange without disturbing it"
    Flange flange;
  equation
    flange.tau = 0;
  end Sensor;

  // Elements

  model Fixed "The housing: an angle that stays"
    Flange flange;
    parameter Units.Angle phi0 = 0;
  equation
    flange.phi = phi0;
  end Fixed;

  model Inertia "A rigid body that rotates; both flanges are fixed to it"
    extends TwoFlanges;
    parameter Units.Inertia J = 1 "Moment of inertia";
    Units.Angle phi "Angle";
    Units.AngularVelocity w "Speed";
    Units.AngularAcceleration z "Acceleration";
  equation
    a.phi = phi;
    b.phi = phi;
    w = der(phi);
    z = der(w);
    J*z = a.tau + b.tau;
  end Inertia;

  model Spring "Torque proportional to the twist"
    extends Compliant;
    parameter Units.RotationalSpringConstant c = 1;
    parameter Units.Angle phi_rel0 = 0 "Angle without torque";
  equation
    tau = c*(phi_rel - phi_rel0);
  end Spring;

  model Damper "Torque proportional to the relative speed"
    extends Compliant;
    parameter Units.RotationalDampingConstant d = 1;
  equation
    tau = d*der(phi_rel);
  end Damper;

  model SpringDamper "Spring and damper in parallel"
    extends Compliant;
    parameter Units.RotationalSpringConstant c = 1;
    parameter Units.RotationalDampingConstant d = 1;
    parameter Units.Angle phi_rel0 = 0 "Angle without torque";
  equation
    tau = c*(phi_rel - phi_rel0) + d*der(phi_rel);
  end SpringDamper;

  model ElastoBacklash "Spring and damper after a play; the damper never pulls the surfaces together"
    extends Compliant;
    parameter Units.RotationalSpringConstant c = 1e5;
    parameter Units.RotationalDampingConstant d = 0;
    parameter Units.Angle play(min = 0) = 0 "Total play";
    Units.Angle twist "Twist beyond the play";
  protected
    Units.Torque free = c*twist + d*der(phi_rel) "Torque if the surfaces could pull";
  equation
    twist = if phi_rel > play/2 then phi_rel - play/2
            elseif phi_rel < -play/2 then phi_rel + play/2 else 0;
    tau = if phi_rel > play/2 then (if free > 0 then free else 0)
          elseif phi_rel < -play/2 then (if free < 0 then free else 0) else 0;
  end ElastoBacklash;

  model IdealGear "Rigid gear without losses; its housing is fixed"
    extends TwoFlanges;
    parameter Real ratio = 1 "Turns of a per turn of b";
  equation
    a.phi = ratio*b.phi;
    b.tau = -ratio*a.tau;
  end IdealGear;

  model LossyGear "Rigid gear that loses a part of the power that goes through"
    extends TwoFlanges;
    parameter Real ratio = 1 "Turns of a per turn of b";
    parameter Real eta(min = 0, max = 1) = 0.9 "Efficiency, the same both ways";
    Boolean forward "Power flows from a to b";
  equation
    a.phi = ratio*b.phi;
    forward = a.tau*der(a.phi) >= 0;
    b.tau = -ratio*a.tau*(if forward then eta else 1/eta);
  end LossyGear;

  model RackAndPinion "Rolls without slip: an angle becomes a position; rotational to translational"
    Flange pinion;
    Translational.Flange rack;
    parameter Units.Length r = 1 "Radius of the pinion or wheel";
  equation
    rack.s = r*pinion.phi;
    pinion.tau = -r*rack.f;
  end RackAndPinion;

  // Dry friction

  model BearingFriction "Friction of a shaft in its bearings: Coulomb, Stribeck and viscous"
    extends TwoFlanges;
    parameter Units.Torque tau_c(min = 0) = 1 "While it turns slowly";
    parameter Real peak(min = 1) = 1 "Torque that starts the motion, as a multiple of tau_c";
    parameter Units.AngularVelocity w_s(min = 0) = 0 "Speed at which the peak has decayed to 1/e; 0: at once";
    parameter Units.RotationalDampingConstant d = 0 "Viscous friction";
    extends Friction;
  equation
    a.phi = b.phi;
    v = der(a.phi);
    f = a.tau + b.tau;
    hold = peak*tau_c;
    slide = tau_c*(1 + (if w_s > 0 then (peak - 1)*exp(-speed/w_s) else 0)) + d*speed;
  end BearingFriction;

  model Brake "Holds a shaft against the housing as strongly as it is pressed"
    extends TwoFlanges;
    Blocks.Interfaces.RealInput u "Pressing force as a part of f_max, 0 to 1";
    parameter Real mu(min = 0) = 0.5 "Coefficient of sliding friction";
    parameter Real peak(min = 1) = 1 "Coefficient at rest, as a multiple of mu";
    parameter Units.Length r = 1 "Mean radius times number of friction surfaces";
    parameter Units.Force f_max(min = 0) = 1 "Greatest pressing force";
    extends Friction;
  equation
    a.phi = b.phi;
    v = der(a.phi);
    f = a.tau + b.tau;
    slide = mu*r*f_max*max(u, 0);
    hold = peak*slide;
  end Brake;

  model Clutch "Joins two shafts as strongly as its discs are pressed together"
    extends TwoFlanges;
    Blocks.Interfaces.RealInput u "Pressing force as a part of f_max, 0 to 1";
    parameter Real mu(min = 0) = 0.5 "Coefficient of sliding friction";
    parameter Real peak(min = 1) = 1 "Coefficient at rest, as a multiple of mu";
    parameter Units.Length r = 1 "Mean radius times number of friction surfaces";
    parameter Units.Force f_max(min = 0) = 1 "Greatest pressing force";
    Units.Angle phi_rel(stateSelect = StateSelect.prefer) "Angle of a against b";
    extends Friction(v(stateSelect = StateSelect.prefer));
  equation
    phi_rel = a.phi - b.phi;
    v = der(phi_rel);
    a.tau = f;
    b.tau = -f;
    slide = mu*r*f_max*max(u, 0);
    hold = peak*slide;
  end Clutch;

  // Sources

  model Torque "The torque is a signal"
    Flange flange;
    Blocks.Interfaces.RealInput u "Torque that drives the flange in N.m";
  equation
    flange.tau = -u;
  end Torque;

  model ConstantTorque "A torque that stays"
    Flange flange;
    parameter Units.Torque tau = 1 "Drives the flange";
  equation
    flange.tau = -tau;
  end ConstantTorque;

  model StepTorque "A torque that is switched on"
    Flange flange;
    parameter Units.Torque tau = 1 "Drives the flange from startTime on";
    parameter Units.Torque offset = 0 "Torque before";
    parameter Units.Time startTime = 0;
  equation
    flange.tau = -(offset + (if time < startTime then 0 else tau));
  end StepTorque;

  model SpeedLoad "A load whose torque grows with the square of the speed, as of a fan"
    Flange flange;
    parameter Units.Torque tau = 1 "At speed w_ref";
    parameter Units.AngularVelocity w_ref(min = 0) = 100;
    Units.AngularVelocity w;
  equation
    w = der(flange.phi);
    flange.tau = tau*w*abs(w)/w_ref^2;
  end SpeedLoad;

  model Position "The angle is a signal"
    Flange flange;
    Blocks.Interfaces.RealInput u "Angle in rad; is differentiated where the model needs it";
  equation
    flange.phi = u;
  end Position;

  model Speed "The speed is a signal"
    Flange flange(phi(start = 0, fixed = true));
    Blocks.Interfaces.RealInput u "Speed in rad/s";
  equation
    der(flange.phi) = u;
  end Speed;

  model ConstantSpeed "A speed that stays"
    Flange flange(phi(start = 0, fixed = true));
    parameter Units.AngularVelocity w = 1;
  equation
    der(flange.phi) = w;
  end ConstantSpeed;

  // Sensors

  model AngleSensor "Angle of a flange"
    extends Sensor;
    Blocks.Interfaces.RealOutput phi(unit = "rad");
  equation
    phi = flange.phi;
  end AngleSensor;

  model SpeedSensor "Speed of a flange"
    extends Sensor;
    Blocks.Interfaces.RealOutput w(unit = "rad/s");
  equation
    w = der(flange.phi);
  end SpeedSensor;

  model TorqueSensor "Torque that goes from a to b, without twist"
    extends TwoFlanges;
    Blocks.Interfaces.RealOutput tau(unit = "N.m");
  equation
    a.phi = b.phi;
    a.tau = tau;
    b.tau = -tau;
  end TorqueSensor;

  model PowerSensor "Power that goes from a to b, without twist"
    extends TwoFlanges;
    Blocks.Interfaces.RealOutput power(unit = "W");
  equation
    a.phi = b.phi;
    a.tau + b.tau = 0;
    power = a.tau*der(a.phi);
  end PowerSensor;
end Rotational;
