//! run --stop 2 --tolerance 1e-9 --method cvode
//! run --stop 2 --tolerance 1e-9 --method ida
//! expect v["plant.x"] = 1 - exp(-2*t) within 1e-7
//! expect v["control.y"] = 2*exp(-2*t) within 1e-7
//! expect gainOf = 2 within 0
model ControlLoop "Blocks with inputs and outputs, inner and outer, a replaceable law, a conditional part"
  connector RealInput = input Real;
  connector RealOutput = output Real;
  partial block Law
    RealInput u;
    RealOutput y;
    outer Real gainOf;
  end Law;
  block Weak
    extends Law;
  equation
    y = 0;
  end Weak;
  block Strong
    extends Law;
  equation
    y = gainOf*u;
  end Strong;
  model Plant
    RealInput u;
    Real x(start = 0, fixed = true);
    RealOutput y = x;
  equation
    der(x) = u;
  end Plant;
  model Loop
    replaceable Weak control constrainedby Law;
    Plant plant;
    parameter Boolean filter = false;
    Plant unused if filter;
  equation
    connect(control.y, plant.u);
    control.u = 1 - plant.y;
    connect(control.y, unused.u);
  end Loop;
  extends Loop(redeclare Strong control);
  inner Real gainOf = 2;
end ControlLoop;
