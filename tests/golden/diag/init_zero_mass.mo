model init_zero_mass "A mass of 0, given by a parameter of the user's; a damping of 0 is not the cause"
  model Mass
    parameter Real m = 1, d = 0;
    Real s, v;
    input Real f;
  equation
    v = der(s);
    m*der(v) = f - d*v;
  end Mass;
  parameter Real payload = 0;
  Mass load(m = payload, f = 1 - 10*load.s - load.v, s(start = 0, fixed = true), v(start = 0, fixed = true));
end init_zero_mass;
