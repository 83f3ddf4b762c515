//! status 3
//! stderr at time 0.1
//! stderr 3 is not the number of a literal
//! stderr FailEnumNumber.mo:8
model FailEnumNumber
  type E = enumeration(a, b);
  Integer i = 1 + integer(20*time);
  E e = E(i);
end FailEnumNumber;
