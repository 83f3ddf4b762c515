model C1
  Real y = 1;
end C1;
model S
  replaceable C1 c;
end S;
model A
  Real x(start = 1 fixed = true);
  Real y(start = 1; fixed = true);
  S s(C2 c);
  parameter Real A[2, 2] = [1, 2; 3, 4];
  x Real;
equation
  der(x) = A[1][2];
  der(y) = 1;
  when x > 1 then
    z = 1;
  else
    z = 2;
  end when;
  connect(a, b, c);
  connect(2*a, b);
end A;
