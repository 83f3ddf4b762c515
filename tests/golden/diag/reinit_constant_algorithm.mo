// As reinit_constant.mo, in an algorithm.
model ReinitConstantAlgorithm
  constant Real c = 1.00000000000001;
  parameter Real p = 1;
  Real x(start = 0, fixed = true);
  Boolean b = x > 2;
equation
  der(x) = 1;
algorithm
  when time > 0.6 then
    reinit(c, 42 + x);
    reinit(p, x);
    reinit(b, false);
  end when;
end ReinitConstantAlgorithm;
