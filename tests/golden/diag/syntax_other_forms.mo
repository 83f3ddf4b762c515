function f "two results"
  input Real x;
  output y;
  output Real z;
algorithm
  z := x;
end f;
package Water
  constant Real c = 4180;
end Water;
model Tank
  replaceable package Medium = Water;
  Real h(start = Medium.c);
equation
  der(h) = -1;
end Tank;
model SyntaxOtherForms "forms of other languages"
  Real v(start = 10, fixed = true), F, a, b;
  Tank t(redeclare Medium = Water);
equation
  F = -v if v > 0 else 0;
  a, b = f(v);
  if v > 0:
    F = -2*v;
  end if;
  der(v) = F;
end SyntaxOtherForms;
