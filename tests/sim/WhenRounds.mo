//! run --stop 1 --tolerance 1e-9
//! run --stop 1 --tolerance 1e-9 --method ida
//! final  n = 10 within 0
//! final  k = 81 within 0
//! final  m = 5 within 0
//! final  left = 0.61 within 1e-7
//! events state=3
model WhenRounds "Functions that jump make events outside of when only (3.7.2): a converter samples a fast signal"
  Real x(start = 0, fixed = true), y(start = 1.3, fixed = true);
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true), m(start = 0, fixed = true);
  discrete Real left(start = 0, fixed = true);
equation
  der(x) = 1000;
  der(y) = -2;
  when sample(0.1, 0.1) then
    n = pre(n) + integer(mod(floor(x/100 + 0.5), 2)*0 + 1.5);
    left = rem(x + 0.61, 5);
  end when;
algorithm
  when {floor(y) < 0, time > 0.9005} then
    k := integer(div(x*1.1, 10));
    m := integer(x/250.7) + m;
    k := k - 18;
  end when;
end WhenRounds;
