//! run --stop 1
//! status 3
//! stderr sample(-1e+300, 1): the interval is too small for the digits of time
model SampleFar
  Boolean s = sample(-1e300, 1);
end SampleFar;
