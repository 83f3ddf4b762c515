//! run --stop 3.001
//! final n = 5 within 0
//! final ticks = 301 within 0
//! final err = 0 within 1e-12
//! final m = 5 within 0
//! final z = 4.05 within 1e-12
model ClockReinit "reinit of states that are integrated at ticks; X, V, N are the same by hand (16.8.2)"
  parameter Real h = 0.01, g = 9.81;
  Clock c = Clock(Clock(h), solverMethod = "ExplicitEuler");
  Real one = sample(1.0, c);
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m, ticks(start = 0);
  Real X(start = 1), V(start = 0), DX(start = 0), A(start = 0);
  Integer N(start = 0);
  Boolean first(start = true), hit(start = false);
  parameter Real p(fixed = false);
  Real y, z, s, err;
initial equation
  y = p;
initial algorithm
  p := 5;
equation
  der(x) = v;
  der(v) = -g*one;
  when x < 0 and v < 0 then
    reinit(v, -0.8*v);
    reinit(x, 0);
    n = pre(n) + 1;
  end when;
  ticks = previous(ticks) + integer(one);
  s = sample(1.0, Clock(Clock(0.1), solverMethod = "ImplicitEuler"));
  der(y) = -y/0.9*s;
  when y < 2.5 then
    reinit(y, 5);
  end when;
algorithm
  X := previous(X);
  V := previous(V);
  N := previous(N);
  if not previous(first) then
    X := X + h*previous(DX);
    V := V + h*previous(A);
  end if;
  first := false;
  hit := X < 0 and V < 0;
  if hit and not previous(hit) then
    N := N + 1;
    X := 0;
    V := -0.8*V;
    hit := false;
  end if;
  DX := V;
  A := -g*one;
equation
  err = abs(hold(x) - hold(X)) + abs(hold(v) - hold(V));
  m = hold(N);
  z = hold(y);
end ClockReinit;
