//! run --stop 1
//! expect x - (7 + t) = 0 within 1e-9
//! expect y - 12 - t = 0 within 1e-9
model StartByFunction "Start values by functions with several results and with arrays"
  function two
    input Real u;
    output Real a;
    output Real b;
  algorithm
    b := u;
    for i in 1:3 loop
      b := b + i;
    end for;
    a := b;
  end two;
  function list
    output Real s[2];
  algorithm
    for i in 1:2 loop
      s[i] := 10 + i;
    end for;
  end list;
  Real x(start = two(1), fixed = true), z[2](start = list(), each fixed = true), y = z[2];
equation
  der(x) = 1;
  der(z) = {1, 1};
end StartByFunction;
