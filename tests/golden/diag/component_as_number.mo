model ComponentAsNumber "the component is named where a variable of it is meant"
  model Mass
    parameter Real m = 2;
    Real v(start = 1, fixed = true);
  equation
    der(v) = -v;
  end Mass;
  Mass m;
  Real E;
equation
  E = 0.5*m*m.v^2;
end ComponentAsNumber;
