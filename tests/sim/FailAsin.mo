//! status 3
//! stderr asin
//! stderr FailAsin.mo:
model FailAsin
  Real y = asin(2*time);
end FailAsin;
