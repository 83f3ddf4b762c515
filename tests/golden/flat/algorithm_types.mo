// Loops over Real ranges, enumerations, arrays and Boolean in functions; enumeration arrays.
package P
  type E = enumeration(a, b, c);
  function count
    input E v[:];
    output Integer n[E] = {0, 0, 0};
  algorithm
    for e in v loop
      n[e] := n[e] + 1;
    end for;
  end count;
  function trapezoid
    output Real s = 0;
  algorithm
    for x in 0.0:0.25:1.0 loop
      s := s + x;
    end for;
    for e in E.a:E.b loop
      s := s + 10*Integer(e);
    end for;
    for b in {true, false, true} loop
      if b then
        s := s + 100;
      end if;
    end for;
  end trapezoid;
  constant Integer n[3] = count({E.a, E.c, E.a});
  constant Real s = trapezoid();
end P;
model M
  Integer n[3] = P.n;
  Real s = P.s;
end M;
// n = {2, 0, 1}; s = 2.5 + 30 + 200 = 232.5
