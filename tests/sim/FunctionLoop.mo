//! run --stop 2
//! run --stop 2 --method ida
//! expect x = 1 + t within 1e-8
//! expect y = (1 + t)**2 within 1e-8
//! expect z = (1 + t)**2 + 2*(1 + t) within 1e-8
model FunctionLoop "A function that is differentiated inside a nonlinear loop: g(x) = x^2 + 2 x"
  function square
    input Real a;
    output Real b;
  algorithm
    b := 1;
    for k in 1:2 loop
      b := b*a;
    end for;
  end square;
  function g
    input Real x;
    output Real y;
  algorithm
    y := square(x) + 2*x;
  end g;
  Real x(start = 0.5), y, z;
equation
  g(x) + 0.1*sin(x - 1 - time) = (1 + time)^2 + 2*(1 + time);
  y = square(x);
  z = g(x);
end FunctionLoop;
