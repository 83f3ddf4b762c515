//! run --stop 4 --tolerance 1e-9 --method cvode
//! run --stop 4 --tolerance 1e-9 --method ida
//! expect x = exp(-t)*cos(2*t) within 1e-7
//! expect y = -exp(-t)*sin(2*t) within 1e-7
//! expect v["w[1]"] = exp(-t)*cos(2*t) within 1e-7
//! expect v["w[2]"] = -exp(-t)*sin(2*t) within 1e-7
model LinearMatrix "z' = A z with eigenvalues -1 +- 2i, by matrix and by records"
  parameter Real A[2, 2] = {{-1, 2}, {-2, -1}};
  Real w[2](start = {1, 0}, each fixed = true);
  Real x = w*{1, 0};
  Real y = scalar(transpose({{0}, {1}})*w);
equation
  der(w) = A*w;
end LinearMatrix;
