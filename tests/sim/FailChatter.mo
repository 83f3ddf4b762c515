//! run --method cvode
//! run --method ida
//! status 3
//! stderr does not come to rest; still changing: b
model FailChatter
  Boolean b(start = false, fixed = true);
equation
  b = not pre(b);
end FailChatter;
