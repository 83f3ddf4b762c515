// Only a state can be given a new value: not constants, parameters, the time, other types or formulas.
model ReinitConstant
  constant Real c = 1.00000000000001;
  parameter Real p = 1;
  Real x(start = 0, fixed = true);
  Real y[2](each start = 0, each fixed = true);
  Boolean b = x > 2;
equation
  der(x) = 1;
  der(y) = {1, 2};
  when time > 0.5 then
    reinit(c, 42 + x);
    reinit(p, x);
    reinit(time, 3);
    reinit(b, false);
    reinit(y[1] + 1, 2);
  end when;
end ReinitConstant;
