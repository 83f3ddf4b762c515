//! run --stop 1
//! final x = 5.320209705603 within 1e-9
model RememberedWithout "A function without inputs, and one with many statements (harmonic numbers H40 and H4)"
  function f
    output Real y = 0;
  algorithm
    for i in 1:40 loop
      y := y + 1/i;
    end for;
    annotation (Inline = false);
  end f;
  function g
    input Real n;
    output Real y = 0;
  algorithm
    for i in 1:4 loop
      y := y + n/i;
    end for;
    annotation (Inline = false);
  end g;
  Real x(start = 0, fixed = true);
equation
  der(x) = f() + g(time);
end RememberedWithout;
