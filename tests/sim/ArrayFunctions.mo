//! run --intervals 2
//! expect det = 1*(5*10 - 6*8) - 2*(4*10 - 6*7) + 3*(4*8 - 5*7) within 1e-9
//! expect v["x[1]"] = 1 within 1e-12
//! expect v["x[2]"] = -2 + t within 1e-12
//! expect v["x[3]"] = 3 within 1e-12
//! expect v["kv[3]"] = 1*1 - 2*2 within 1e-12
//! expect v["p[2,1]"] = 3*(1*1 + 2*3) + 4*(3*1 + 4*3) within 1e-12
//! expect v["o[2,3]"] = 6 within 1e-12
//! expect v["y[3]"] = 7*1 + 8*(-2 + t) + 10*3 within 1e-12
//! expect mx = 10 within 0
//! expect pr = 7*8*10 within 1e-9
//! expect v["l[5]"] = 2 within 1e-12
//! expect v["s[1,2]"] = 3 within 1e-12
//! expect v["w[4]"] = 1 within 1e-12
model ArrayFunctions "Products, powers, cross, outer products; A x = y solved for x"
  parameter Real A[3, 3] = [1, 2, 3; 4, 5, 6; 7, 8, 10];
  parameter Real M[2, 2] = [1, 2; 3, 4];
  Real x[3], y[3], kv[3], p[2, 2], o[2, 3], l[5], s[2, 2], w[4];
  Real det, mx, pr;
equation
  A*x = y;
  y = {1, 4, 7} + (-2 + time)*{2, 5, 8} + 3*{3, 6, 10};
  kv = cross({1, 2, 0}, {2, 1, 0});
  p = M^3;
  o = outerProduct({1, 2}, {1, 2, 3});
  det = A[1, :]*cross(A[2, :], A[3, :]);
  mx = max(A);
  pr = product(A[3, :]);
  l = linspace(1, 2, 5);
  s = symmetric([1, 3; 9, 2]);
  w = cat(1, {0, 0}, diagonal({0, 1})*{0, 1}, fill(0.0, 0));
end ArrayFunctions;
