// Function-valued arguments with bound records and arrays, passed on; a default value that depends
// on another input of the function given.
package P
  partial function Curve
    input Real x;
    output Real y;
  end Curve;
  record Data
    Real a;
    Real b[2];
  end Data;
  function line
    extends Curve;
    input Data d;
    input Real k = 2*x;
  algorithm
    y := d.a*x + sum(d.b)*k;
  end line;
  function twice
    input Curve f;
    input Real x;
    input Real z = 0;
    output Real y;
  algorithm
    y := f(x) + f(x + 1) + z;
    annotation(Inline = false);
  end twice;
  function shifted
    input Curve f;
    input Real x;
    output Real y;
  algorithm
    y := twice(f, x, 5);
    annotation(Inline = false);
  end shifted;
end P;
model M
  constant P.Data d = P.Data(2, {3, 4});
  Real u[integer(P.twice(function P.line(d = d, k = 1), 1))] = fill(time, size(u, 1));
  Real v[integer(P.shifted(function P.line(k = 2, d = d), 1))] = fill(time, size(v, 1));
  Real w[integer(P.twice(function P.line(d = d), 1))] = fill(time, size(w, 1));
end M;
// line(x, k) = 2*x + 7*k: u has 9 + 11 = 20 elements, v 16 + 18 + 5 = 39, w 16 + 32 = 48
