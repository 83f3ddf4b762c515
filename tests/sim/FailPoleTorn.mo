//! run --stop 4
//! run --stop 4 --method cvode
//! run --stop 4 --method ida
//! status 3
//! stderr at time 1.877:
//! stderr grows without bound
//! stderr passes through 0
model FailPoleTorn "A ladder with a negative conductance: the determinant is 9*(2 + g) - 12"
  Real v[7], i[6], z(start = 0.123, fixed = true), g;
equation
  der(z) = 1;
  g = -z/3;
  v[1] = 1;
  v[7] = 0;
  for k in 1:6 loop
    i[k] = v[k] - v[k + 1];
  end for;
  for k in 1:5 loop
    i[k] = i[k + 1] + (if k == 3 then g*v[k + 1] else 0);
  end for;
end FailPoleTorn;
