//! run --stop 4.5
//! expect z = 2*(1 - 0.5**n) within 1e-13
//! expect f = round(((1 + sqrt(5))/2)**n/sqrt(5)) within 0
//! final  n = 5 within 0
model DiscreteFilter "z = 0.5 pre(z) + 1 and Fibonacci numbers, at 0, 1, 2, 3, 4"
  discrete Real z(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Integer f(start = 0, fixed = true), g(start = 1, fixed = true);
equation
  when sample(0, 1) then
    z = 0.5*pre(z) + 1;
    n = pre(n) + 1;
    f = pre(g);
    g = pre(f) + pre(g);
  end when;
end DiscreteFilter;
