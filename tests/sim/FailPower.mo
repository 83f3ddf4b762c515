//! status 3
//! stderr this power of a negative number has no real value; the number (`x` is -
//! stderr FailPower.mo:9
//! stderr make sure that `x` stays not negative
model FailPower
  Real x = 0.5 - time;
  Real y;
equation
  y = x^0.5;
end FailPower;
