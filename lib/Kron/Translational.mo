within Kron;
package Translational "Masses, springs, stops: mechanics along one line"
  connector Flange "A point of a body: a position, and the force that acts on the element"
    Units.Position s "Position";
    flow Units.Force f "Force into the element";
  end Flange;

  partial model TwoFlanges "Two ends"
    Flange a "Left flange";
    Flange b "Right flange";
  end TwoFlanges;

  partial model Compliant "Two flanges at a distance; the force goes through"
    extends TwoFlanges;
    Units.Length s_rel "Distance from a to b";
    Units.Force f "Force at b, positive if the element is pulled";
  equation
    s_rel = b.s - a.s;
    b.f = f;
    a.f = -f;
  end Compliant;

  partial model Sensor "Measures at a flange without disturbing it"
    Flange flange;
  equation
    flange.f = 0;
  end Sensor;

  // Elements

  model Fixed "The ground: a position that stays"
    Flange flange;
    parameter Units.Position s0 = 0;
  equation
    flange.s = s0;
  end Fixed;

  model Mass "A rigid body that slides; both flanges are at its centre"
    extends TwoFlanges;
    parameter Units.Mass m = 1;
    Units.Position s "Position";
    Units.Velocity v "Velocity";
    Units.Acceleration acc "Acceleration";
  equation
    a.s = s;
    b.s = s;
    v = der(s);
    acc = der(v);
    m*acc = a.f + b.f;
  end Mass;

  model Spring "Force proportional to the elongation"
    extends Compliant;
    parameter Units.SpringConstant c = 1;
    parameter Units.Length s_rel0 = 0 "Length without force";
  equation
    f = c*(s_rel - s_rel0);
  end Spring;

  model Damper "Force proportional to the relative velocity"
    extends Compliant;
    parameter Units.DampingConstant d = 1;
  equation
    f = d*der(s_rel);
  end Damper;

  model SpringDamper "Spring and damper in parallel"
    extends Compliant;
    parameter Units.SpringConstant c = 1;
    parameter Units.DampingConstant d = 1;
    parameter Units.Length s_rel0 = 0 "Length without force";
  equation
    f = c*(s_rel - s_rel0) + d*der(s_rel);
  end SpringDamper;

  model ElastoGap "A stop: spring and damper that push while the distance is less than s_rel0, and never pull"
    extends Compliant;
    parameter Units.SpringConstant c = 1e5;
    parameter Units.DampingConstant d = 0;
    parameter Units.Length s_rel0 = 0 "Distance at which they touch";
    Boolean contact "They touch";
  protected
    Units.Force free = c*(s_rel - s_rel0) + d*der(s_rel) "Force if they could pull";
  equation
    contact = s_rel < s_rel0;
    f = if contact and free < 0 then free else 0;
  end ElastoGap;

  model Lever "Two ends of a rigid bar on a pivot; small angles"
    extends TwoFlanges;
    parameter Real ratio = 1 "Way of a per way of b; negative if the pivot lies between them";
  equation
    a.s = ratio*b.s;
    b.f = -ratio*a.f;
  end Lever;

  // Dry friction

  model DryFriction "Friction between two bodies, or a body and the ground: Coulomb, Stribeck and viscous"
    extends TwoFlanges;
    parameter Units.Force f_c(min = 0) = 1 "While they slide slowly: mu times the normal force";
    parameter Real peak(min = 1) = 1 "Force that starts the motion, as a multiple of f_c";
    parameter Units.Velocity v_s(min = 0) = 0 "Speed at which the peak has decayed to 1/e; 0: at once";
    parameter Units.DampingConstant d = 0 "Viscous friction";
    Units.Length s_rel(stateSelect = StateSelect.prefer) "Way of a against b";
    extends Friction(v(stateSelect = StateSelect.prefer));
  equation
    s_rel = a.s - b.s;
    v = der(s_rel);
    a.f = f;
    b.f = -f;
    hold = peak*f_c;
    slide = f_c*(1 + (if v_s > 0 then (peak - 1)*exp(-speed/v_s) else 0)) + d*speed;
  end DryFriction;

  model Brake "Holds a body against the ground as strongly as it is pressed"
    extends TwoFlanges;
    Blocks.Interfaces.RealInput u "Pressing force as a part of f_max, 0 to 1";
    parameter Real mu(min = 0) = 0.5 "Coefficient of sliding friction";
    parameter Real peak(min = 1) = 1 "Coefficient at rest, as a multiple of mu";
    parameter Units.Force f_max(min = 0) = 1 "Greatest pressing force";
    extends Friction;
  equation
    a.s = b.s;
    v = der(a.s);
    f = a.f + b.f;
    slide = mu*f_max*max(u, 0);
    hold = peak*slide;
  end Brake;

  // Sources

  model Force "The force is a signal"
    Flange flange;
    Blocks.Interfaces.RealInput u "Force that drives the flange in N";
  equation
    flange.f = -u;
  end Force;

  model ConstantForce "A force that stays, as a weight"
    Flange flange;
    parameter Units.Force f = 1 "Drives the flange";
  equation
    flange.f = -f;
  end ConstantForce;

  model StepForce "A force that is switched on"
    Flange flange;
    parameter Units.Force f = 1 "Drives the flange from startTime on";
    parameter Units.Force offset = 0 "Force before";
    parameter Units.Time startTime = 0;
  equation
    flange.f = -(offset + (if time < startTime then 0 else f));
  end StepForce;

  model AirDrag "A resistance that grows with the square of the velocity"
    Flange flange;
    parameter Real k(min = 0, unit = "N.s2/m2") = 0.4 "Half of density, area and drag coefficient";
    Units.Velocity v;
  equation
    v = der(flange.s);
    flange.f = k*v*abs(v);
  end AirDrag;

  model Position "The position is a signal"
    Flange flange;
    Blocks.Interfaces.RealInput u "Position in m; is differentiated where the model needs it";
  equation
    flange.s = u;
  end Position;

  model Speed "The velocity is a signal"
    Flange flange(s(start = 0, fixed = true));
    Blocks.Interfaces.RealInput u "Velocity in m/s";
  equation
    der(flange.s) = u;
  end Speed;

  model ConstantSpeed "A velocity that stays"
    Flange flange(s(start = 0, fixed = true));
    parameter Units.Velocity v = 1;
  equation
    der(flange.s) = v;
  end ConstantSpeed;

  // Sensors

  model PositionSensor "Position of a flange"
    extends Sensor;
    Blocks.Interfaces.RealOutput s(unit = "m");
  equation
    s = flange.s;
  end PositionSensor;

  model SpeedSensor "Velocity of a flange"
    extends Sensor;
    Blocks.Interfaces.RealOutput v(unit = "m/s");
  equation
    v = der(flange.s);
  end SpeedSensor;

  model ForceSensor "Force that goes from a to b, without elongation"
    extends TwoFlanges;
    Blocks.Interfaces.RealOutput f(unit = "N");
  equation
    a.s = b.s;
    a.f = f;
    b.f = -f;
  end ForceSensor;

  model PowerSensor "Power that goes from a to b, without elongation"
    extends TwoFlanges;
    Blocks.Interfaces.RealOutput power(unit = "W");
  equation
    a.s = b.s;
    a.f + b.f = 0;
    power = a.f*der(a.s);
  end PowerSensor;
end Translational;
