type Angle = Real(final quantity = "Angle", unit = "rad") "plane angle";
type E = enumeration(one "1" annotation(x = 1), two, 'three four') "list";
type Any = enumeration(:);
connector In = input Angle[3](min = 0);
expandable connector Bus
end Bus;
operator record Complex
  Real re, im;
  encapsulated operator 'constructor'
    function fromReal
      input Real re;
      output Complex result(re = re, im = 0);
    algorithm
    end fromReal;
  end 'constructor';
  encapsulated operator function '+'
    input Complex a, b;
    output Complex c;
  algorithm
    c := Complex(a.re + b.re, a.im + b.im);
  end '+';
end Complex;
