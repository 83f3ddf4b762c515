//! status 3
//! stderr at time 0.5: argument of asin
//! stderr FailAsin.mo:
model FailAsin
  Real y = asin(2*time);
end FailAsin;
