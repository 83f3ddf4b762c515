//! expect y = 12345 + 100000*time within 1e-9
//! expect z = 2 within 1e-12
model KnownTruth "Truth values that are known between those that are not, in a function that is called"
  type E = enumeration(a, b);
  function f
    input Boolean v[2];
    input Real r;
    output Real y;
  algorithm
    y := if if v[1] then false else false then 0 else 5;
    y := y + (if (if r > 5 then false == true else false) then 7 else 0);
    y := y + (if (if v[1] then false == true else 5 < 5) then 7 else 0);
    y := y + (if (if v[1] then E.a == E.b else E.b < E.a) then 7 else 0);
    y := y + (if v[1] and (true <> true) or "a" == "b" then 7 else 0);
    y := y + (if (if v[1] then 2 + 1 == 4 else -3 > 1) then 7 else 0);
    y := y + (if (if v[1] then not true else false) then 0 else 40);
    y := y + (if true or ((if v[2] or false then v[1] else not v[1]) and (v[1] or v[2])) then 300 else 0);
    if if r > 0.5 then true else true then
      y := y + 2000;
    end if;
    y := y + (if ((false or v[1]) and true) or not (v[1] or false) then 10000 else 0);
    y := y + (if v[1] and not (v[1] and true) then 1 else 0);
    for i in 1:2 loop
      y := y + 50000*r;
    end for;
  end f;
  Real y = f({time > 0.4, time > 0.7}, time);
  Boolean b = time > 0.5;
  Real z;
algorithm
  if if b then false else false then
    z := 3;
  else
    z := 2;
  end if;
end KnownTruth;
