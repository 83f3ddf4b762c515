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
model M
  Complex a = Complex(1, 2);
  Complex b = a + a;
end M;
