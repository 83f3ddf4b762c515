//! run --stop 1
//! status 0
//! final v["p.y"] = 7 within 0
model ValueTwice "A field that gets what the value of the whole record gives it is no second value"
  record C
    Real a;
    Real b;
  end C;
  model P
    parameter C c;
    Real y = c.a + c.b;
  end P;
  parameter C c = C(3, 4);
  P p(c.a = c.a, c.b = c.b, c = c);
end ValueTwice;
