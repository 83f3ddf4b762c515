within Kron;
package DriveTrain "Rigid shafts and gears, for relaxing and tearing"
  /* The classes of the paper on relaxing. A rigid part, shafts and gears between springs, has one shaft
     whose speed is a state, ShaftS. The relaxed classes give formulas without a system of equations, but
     every element must look with its right flange at that shaft; those of Torn give the same formulas
     and may stand in any direction. Accelerations are derivatives: connectors of Modelica have as many
     potentials as flows. Kron.Rotational has more elements. */

  connector Flange "End of a shaft: speed, and the torque that acts on the element"
    Units.AngularVelocity w "Speed";
    flow Units.Torque t "Torque into the element";
  end Flange;

  partial model TwoFlanges "A shaft through the element; torque goes in at l and out at r"
    Flange l "Left flange";
    Flange r "Right flange";
    Units.Torque tl "Torque that goes in";
    Units.Torque tr "Torque that comes out";
  equation
    tl = l.t;
    tr = -r.t;
  end TwoFlanges;

  partial model Rigid "Both flanges are fixed to one shaft"
    extends TwoFlanges;
    Units.AngularVelocity w "Speed";
    Units.AngularAcceleration a "Acceleration";
    parameter Units.Inertia J = 1;
  equation
    l.w = w;
    r.w = w;
    der(w) = a;
  end Rigid;

  model Shaft "A rigid body that rotates; its acceleration is relaxed"
    extends Rigid;
  equation
    J*Kron.relax(a) = tl - tr;
  end Shaft;

  model ShaftS "The shaft whose speed is the state of a rigid part"
    extends Rigid(w(stateSelect = StateSelect.prefer));
  equation
    J*a = tl - tr;
  end ShaftS;

  model Gear "Ideal gear; its right flange looks at the shaft with the state"
    extends TwoFlanges;
    parameter Real i = 1 "Turns of l per turn of r";
  equation
    l.w = i*Kron.relax(r.w);
    i*tl = tr;
  end Gear;

  package Torn "The same with a torn acceleration, in any direction"
    model Shaft "A rigid body that rotates"
      extends Rigid;
    equation
      J*a = tl - tr;
    end Shaft;

    model ShaftS "The shaft whose speed is the state of a rigid part, and whose acceleration is torn"
      extends Rigid(w(stateSelect = StateSelect.prefer));
    equation
      J*a = tl - tr + Kron.residue(a);
    end ShaftS;

    model Gear "Ideal gear"
      extends TwoFlanges;
      parameter Real i = 1 "Turns of l per turn of r";
    equation
      l.w = i*r.w;
      i*tl = tr;
    end Gear;
  end Torn;

  model SpringDamper "An elastic shaft between two rigid parts"
    extends TwoFlanges;
    parameter Units.RotationalSpringConstant c = 1;
    parameter Units.RotationalDampingConstant d = 0;
    Units.Angle phi "Twist";
  equation
    der(phi) = l.w - r.w;
    tl = c*phi + d*(l.w - r.w);
    tr = tl;
  end SpringDamper;

  model Drive "The torque is a signal"
    Flange flange;
    Blocks.Interfaces.RealInput t "Torque that drives the flange in N.m";
  equation
    flange.t = -t;
  end Drive;
end DriveTrain;
