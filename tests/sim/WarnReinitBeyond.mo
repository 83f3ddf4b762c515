//! run --stop 10
//! stderr at time 1 reinit sets x from 1 to 2, where x > 1 (
//! stderr is still true: a `when` acts at the instant at which its condition becomes true, so it never acts again
//! final x = 11 within 1e-6
model WarnReinitBeyond "A sawtooth that is set to the wrong side of its limit"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    reinit(x, 2);
  end when;
end WarnReinitBeyond;
