//! run --start 100000 --stop 100001
//! run --start 100000 --stop 100001 --method cvode
//! expect v["x"] = 3.3*(t - 100000) within 1e-5
model PoleRounded "Zero by zero late in a run: the rest that rounding leaves of the dividend is no pole"
  function f
    input Real x;
    output Real y = 3.3*x;
    annotation(Inline = false);
  end f;
  parameter Real c[5] = {100000.10001234, 100000.30002345, 100000.47003456, 100000.71004567, 100000.90005678};
  Real x(start = 0, fixed = true), tau[5];
equation
  for i in 1:5 loop
    tau[i]*(time - c[i]) = f(time) - f(c[i]);
  end for;
  der(x) = sum(tau)/5;
end PoleRounded;
