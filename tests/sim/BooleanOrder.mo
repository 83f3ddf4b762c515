//! final v["r[2]"] = 1 within 0
//! final v["r[8]"] = 0 within 0
//! expect v["r[3]"] - v["q[3]"] = 0 within 0
//! expect v["r[5]"] + v["r[6]"] = 2 within 0
//! expect v["r[4]"] = 1 within 0
model BooleanOrder
  Boolean a = time > 0.3, b = time > 0.6;
  Boolean r[8] = f(a, b);
  function f input Boolean a, b; output Boolean r[8];
  algorithm
    r := {a < b, a <= b, a > b, a >= b, a <= true, a >= false, a < false, true > b};
  end f;
  Boolean q[8] = {a < b, a <= b, a > b, a >= b, a <= true, a >= false, a < false, true > b};
end BooleanOrder;
