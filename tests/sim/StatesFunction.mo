//! run --stop 10 --tolerance 1e-9
//! run --stop 10 --tolerance 1e-9 --method cvode
//! run --stop 10 --tolerance 1e-9 --method rk8
//! expect x*x + y*y = 1 within 1e-9
//! expect (u*u + w*w)/2 + 9.81*y = 9.81*0.8 within 1e-5
model StatesFunction "The constraint is a function that is not written out: its derivative is linear in what it is given"
  function square
    input Real z[2];
    output Real s;
  algorithm
    s := 0;
    for i in 1:2 loop
      s := s + z[i]^2;
    end for;
  annotation(Inline = false);
  end square;
  Real x(start = 0.6, fixed = true), y(start = 0.8), u(start = 0, fixed = true), w, f;
equation
  der(x) = u;
  der(y) = w;
  der(u) = -f*x;
  der(w) = -f*y - 9.81;
  square({x, y}) = 1;
end StatesFunction;
