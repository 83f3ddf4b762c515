// Models of which inline.sh looks at the inlined step.
model Filters "IN-30"
  parameter Real T1 = 0.1, T2 = 0.5;
  Real x1(start = 0, fixed = true), x2(start = 0, fixed = true);
equation
  T1*der(x1) + x1 = sin(time);
  T2*der(x2) + x2 = x1;
end Filters;

model SecondOrder "IN-31: masses between nonlinear springs"
  parameter Integer n = 6;
  Real q[n](each start = 0.1, each fixed = true), v[n](each fixed = true), f[n + 1];
equation
  der(q) = v;
  for i in 1:n loop
    der(v[i]) = f[i + 1] - f[i] - 0.1*v[i]*abs(v[i]);
  end for;
  f[1] = q[1] + q[1]^3;
  for i in 2:n loop
    f[i] = q[i] - q[i - 1] + (q[i] - q[i - 1])^3;
  end for;
  f[n + 1] = -q[n] - q[n]^3;
end SecondOrder;

model Loop "IN-32"
  Real e, u, y, c1(start = 0, fixed = true), c2(start = 0, fixed = true), p1(start = 0, fixed = true), p2(start = 0, fixed = true);
equation
  e = sin(time) - y;
  der(c1) = -2*c1 + e;
  der(c2) = c1 - 5*c2;
  u = 3*c1 + c2 + 0.5*e;
  der(p1) = p2;
  der(p2) = -sin(p1) - 0.2*p2 + u;
  y = p1;
end Loop;

model Plant "IN-33, with its marks"
  parameter Real w = 5, D = 0.3, k = 2;
  Real x(start = 1, fixed = true), x1(start = 0, fixed = true), x2(start = 0, fixed = true), y, u;
equation
  der(x) + Kron.residue(der(x)) = -x - 0.5*x^3 + u + sin(time);
  y = x + 0.1*x*x;
  der(x1) = x2;
  der(x2) + Kron.linres(der(x2)) + 2*w*D*x2 + w*w*x1 = w*w*y;
  u = -k*x1;
end Plant;

model Diagonal "IN-62"
  parameter Real a[10] = {-1, -2, -3, -4, -5, -6, -7, -8, -9, -10};
  Real x[10](each start = 1, each fixed = true);
equation
  for i in 1:10 loop
    der(x[i]) = a[i]*x[i] + sin(time);
  end for;
end Diagonal;

model Modes "IN-62: modes that all meet in one sum, up to a thousand times as fast as steps are short"
  parameter Real a[10] = {-10.0^(i/3) for i in 1:10};
  Real x[10](each start = 1, each fixed = true), y;
equation
  for i in 1:10 loop
    der(x[i]) = a[i]*x[i] + sin(time) - 0.1*a[i]*y;
  end for;
  y = sum(x)/10;
end Modes;

model Carried "Fast oscillators without damping that follow a slow motion: x = w^2/(w^2 - 1)*sin(t) always"
  parameter Real w[20] = {1000 + 50*i for i in 1:20};
  Real x[20](each start = 0, each fixed = true), v[20](start = {u^2/(u^2 - 1) for u in w}, each fixed = true);
equation
  for i in 1:20 loop
    der(x[i]) = v[i];
    der(v[i]) = w[i]^2*(sin(time) - x[i]);
  end for;
end Carried;

model Ladder "IN-25: a ladder with one diode"
  parameter Integer n = 8, at = 3;
  Real v[n](each start = 0, each fixed = true), i[n + 1], d;
equation
  i[1] = sin(time) - v[1];
  for k in 2:n loop
    i[k] = v[k - 1] - v[k];
  end for;
  i[n + 1] = 0;
  d = 1e-6*(exp(v[at]/0.05) - 1);
  for k in 1:n loop
    der(v[k]) = i[k] - i[k + 1] - (if k == at then d else 0);
  end for;
end Ladder;

model Charges "IN-25: capacitors whose charge is a function of the voltage: voltages are iterated, no charges"
  parameter Integer n = 4;
  Real q[n](each start = 0, each fixed = true), v[n](each start = 0), i[n], w[n + 1];
equation
  w[1] = sin(time);
  for k in 1:n loop
    q[k] = v[k] + 0.2*v[k]^3;
    i[k] = der(q[k]);
    i[k] = w[k] - v[k] - (if k < n then v[k] - v[min(k + 1, n)] else 0);
    w[k + 1] = v[k];
  end for;
end Charges;

model ClockedPlant "The plant of IN-33 on a clock: a step for each tick"
  parameter Real w = 5, D = 0.3, k = 2;
  parameter String method = "ImplicitEuler";
  Real x(start = 1), x1(start = 0), x2(start = 0), y, u, input1;
equation
  input1 = sample(sin(time), Clock(Clock(1, 100), solverMethod = method));
  der(x) = -x - 0.5*x^3 + u + input1;
  y = x + 0.1*x*x;
  der(x1) = x2;
  der(x2) + 2*w*D*x2 + w*w*x1 = w*w*y;
  u = -k*x1;
end ClockedPlant;

model ClockedFilters "IN-30 on a clock"
  parameter Real T1 = 0.1, T2 = 0.5;
  Real x1(start = 0), x2(start = 0);
equation
  T1*der(x1) + x1 = sample(sin(time), Clock(Clock(1, 100), solverMethod = "ImplicitTrapezoid"));
  T2*der(x2) + x2 = x1;
end ClockedFilters;

model ClockedSecondOrder "IN-31 on a clock"
  parameter Integer n = 6;
  Real q[n](each start = 0.1), v[n](each start = 0), f[n + 1];
equation
  der(q) = v;
  for i in 1:n loop
    der(v[i]) = f[i + 1] - f[i] - 0.1*v[i]*abs(v[i]);
  end for;
  f[1] = q[1] + q[1]^3 + sample(0, Clock(Clock(1, 100), solverMethod = "ImplicitEuler"));
  for i in 2:n loop
    f[i] = q[i] - q[i - 1] + (q[i] - q[i - 1])^3;
  end for;
  f[n + 1] = -q[n] - q[n]^3;
end ClockedSecondOrder;
