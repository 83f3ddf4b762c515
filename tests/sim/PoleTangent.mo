//! run --stop 4
//! run --stop 4 --method cvode
//! status 0
//! stderr at time 1.5708: q grows without bound
//! stderr the divisor cos(time) passes through 0
//! expect v["x"]*cos(t) = 2*cos(t) + sin(t) within 1e-6
//! expect v["q"]*cos(t) = 3 within 1e-6
//! expect v["z"] = exp(-t) + sin(t) within 1e-3
model PoleTangent "Quotients that the model writes have values beyond their poles; nothing integrated grows"
  Real x = 2 + tan(time), q = 3/cos(time), z(start = 1, fixed = true);
equation
  der(z) = -z + sin(time) + x*cos(time) - 2*cos(time) + cos(time) - sin(time);
end PoleTangent;
