// A reinit whose value is none says which operation fails, in equations and in algorithms.
//! run --set inside=false
//! run --set inside=true
//! status 3
//! stderr at time 0.5: square root of a negative number (`x - 1` is -0.5) in reinit(v, sqrt(x - 1)) (
//! never nan
model FailReinitValue
  parameter Boolean inside = true;
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = 0;
  when time > 0.5 and not inside then
    reinit(v, sqrt(x - 1));
  end when;
algorithm
  when time > 0.5 and inside then
    if x > 0 then
      reinit(v, sqrt(x - 1));
    end if;
  end when;
end FailReinitValue;
