operator record Complex
  Real re;
  Real im;
  encapsulated operator function '+'
    import Complex;
    input Complex a;
    input Complex b;
    output Complex c;
  algorithm
    c := Complex(a.re + b.re, a.im + b.im);
  end '+';
end Complex;
record Plain
  Real x;
end Plain;
model M
  Complex a = Complex(1, 2);
  Complex b = a + a;
  Complex c = a*a;
  Complex d = a + 1;
  Complex e = -a;
  Complex f = a + {a, a};
  Complex g = sum(fill(a, 0));
  Plain p = Plain(1) + Plain(2);
  String s = String(a);
end M;
