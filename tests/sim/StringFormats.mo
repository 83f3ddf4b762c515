//! run --stop 1
//! final right = 1 within 0
// Every conversion that the specification allows for Integers and Reals, during translation and in a run.
model StringFormats
  function as_expected
    input Integer i;
    input Real r;
    output Boolean right;
  protected
    String s[12] = {String(i, format = "d"), String(i, format = "6i"), String(i, format = "-6u"), String(i, format = "x"),
        String(i, format = "#X"), String(i, format = "o"), String(i - 190, format = "c"), String(i, format = ".1f"),
        String(r, format = ".3E"), String(r, format = "g"), String(r, format = "+08.2f"), String(r, format = "d")};
    String expected[12] = {"255", "   255", "255   ", "ff", "0XFF", "377", "A", "255.0", "2.750E+00", "2.75", "+0002.75", "3"};
  algorithm
    right := true;
    for k in 1:12 loop
      right := right and s[k] == expected[k];
    end for;
  end as_expected;
  constant Boolean known = as_expected(255, 2.75);
  Boolean right(start = false, fixed = true);
  Real sizes[if known then 1 else 2] = {time};
equation
  when time >= 0.5 then
    right = as_expected(integer(510*time + 0.5), 2.25 + time);
  end when;
end StringFormats;
