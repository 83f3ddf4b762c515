// two `when` clauses move x to and fro without end
//! run --stop 5
//! status 3
//! stderr still changing: x, which reinit sets to
//! stderr with it changes: x > 1
//! stderr x < -1
model FailReinitLoop
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    reinit(x, -2);
  end when;
  when x < -1 then
    reinit(x, 2);
  end when;
end FailReinitLoop;
