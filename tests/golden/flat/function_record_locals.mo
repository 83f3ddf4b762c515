// Local variables of record type with values; functions that take and return records.
record Complex0
  Real re;
  Real im;
end Complex0;
package P
  function mul
    input Complex0 a;
    input Complex0 b;
    output Complex0 c;
  algorithm
    c.re := a.re*b.re - a.im*b.im;
    c.im := a.re*b.im + a.im*b.re;
  end mul;
  function power
    input Complex0 a;
    input Integer n;
    output Complex0 c;
  protected
    Complex0 one = Complex0(1, 0);
  algorithm
    c := one;
    for i in 1:n loop
      c := mul(c, a);
    end for;
  end power;
  constant Complex0 i3 = power(Complex0(0, 1), 3);
  constant Complex0 z = power(Complex0(1, 1), 4);
end P;
model M
  Real a = P.i3.re, b = P.i3.im;
  Real c = P.z.re, d = P.z.im;
end M;
// i^3 = -i: a = 0, b = -1; (1+i)^4 = -4: c = -4, d = 0
