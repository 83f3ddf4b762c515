//! expect v["o[1].n"] = 1 within 0
//! expect v["o[1].x"] = 4 within 0
//! expect v["o[2].x"] = 0 within 0
//! expect v["p[2].x"] = 7 within 0
//! expect v["p[1].x"] = 3 within 0
//! expect v["q[1].x"] = 2 within 0
model RecordElementItself "the subscript of a record that is assigned to depends on it; so does the value"
  record R
    Integer n;
    Real x;
  end R;
  function put
    output R o[2] = {R(0, 3), R(0, 3)};
  algorithm
    o[1 + mod(o[2].n + o[1].n, 2)] := R(1, o[2].x);
    o[1 + mod(o[2].n + o[1].n, 2)] := R(o[1].n + 5, 7);
  end put;
  R o[2], p[2] = put(), q[2];
algorithm
  o[1 + mod(min(o[1].n, o[2].n), 2)] := R(1, 4.0);
algorithm
  q[2] := R(1, 2);
  q[1 + mod(integer(time/10), 2)] := R(q[2].n, q[2].n + 1);
end RecordElementItself;
