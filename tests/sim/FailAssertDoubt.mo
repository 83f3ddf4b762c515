//! run --stop 200
//! status 3
//! stderr `I` is 1e+06 (10 at the start), it changes by der(I) = b*S*I/N + g*I (
//! stderr is a sign or a parameter wrong in what moves `I`?
model FailAssertDoubt
  parameter Real b = 0.4, g = 0.1, N = 1e6;
  Real S(start = N - 10, fixed = true), I(start = 10, fixed = true), R(start = 0, fixed = true);
equation
  der(S) = -b*S*I/N;
  der(I) = b*S*I/N + g*I;
  der(R) = g*I;
  assert(I <= N, "more are ill than there are people");
end FailAssertDoubt;
