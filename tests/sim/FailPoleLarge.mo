//! run --stop 6
//! run --stop 6 --method cvode
//! run --stop 6 --method ida
//! status 3
//! stderr at time 2.64159: x[
//! stderr the determinant of a linear system of
//! stderr the last pivot is that of
model FailPoleLarge "The smallest eigenvalue of a full matrix is sin(time + 0.5)/4"
  parameter Integer n = 7;
  Real x[n], v[n], z(start = 0.5, fixed = true), A[n, n];
equation
  der(z) = -z;
  v = {cos(0.3*i + z)/2 for i in 1:n};
  A = {{(if i == j then 1 else 0) - (1 - sin(time + 0.5)/4)*v[i]*v[j]/(v*v) for j in 1:n} for i in 1:n};
  A*x = {i for i in 1:n};
end FailPoleLarge;
