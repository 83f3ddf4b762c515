//! run --stop 0.1
//! expect p1 = p2 + p2*p2 within 1e-10
//! expect w1 = (1 + 2*p2)*w2 within 1e-10
//! expect w1 = 3 if t == 0 else w1 within 1e-9
//! expect p2 = 1 if t == 0 else p2 within 1e-9
model StatesPartialStart "E-12: given values of what follows from constraints come before values that are not given"
  Real p1(start = 2), p2, w1(start = 3), w2, t;
equation
  der(p1) = w1;
  der(p2) = w2;
  p1 = p2 + p2^2;
  der(w1) = 1 - t;
  der(w2) = t;
end StatesPartialStart;
