// The second gear goes back to where it begins: with its ratio nothing moves.
model struct_gear_on_itself
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Disk
    Flange a, b;
    parameter Real J = 2;
    Real w = der(a.phi);
  equation
    a.phi = b.phi;
    J*der(w) = a.tau + b.tau;
  end Disk;
  model Gear
    Flange a, b;
    parameter Real ratio = 1;
  equation
    a.phi = ratio*b.phi;
    b.tau = -ratio*a.tau;
  end Gear;
  Disk disk;
  Gear first, second(ratio = 0.5);
equation
  connect(disk.b, first.a);
  connect(first.b, second.a);
  connect(second.b, first.a);
end struct_gear_on_itself;
