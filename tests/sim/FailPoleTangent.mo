//! run --stop 3
//! status 3
//! stderr at time 1.5708
//! stderr the divisor cos(time) passes through 0
model FailPoleTangent "tan is sin/cos"
  Real x = 2 + tan(time);
end FailPoleTangent;
