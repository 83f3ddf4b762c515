operator record Number
  Real x;
  operator function '+'
    import Number;
    input Number a;
    input Number b;
    output Number c;
  algorithm
    c := Number(a.x + b.x);
  end '+';
  encapsulated operator '-'
    import Number;
    function none
      input Real a;
      input Real b;
      output Number c;
    algorithm
      c := Number(a - b);
    end none;
    function three
      input Number a;
      input Number b;
      input Real c;
      output Number d;
    algorithm
      d := Number(a.x - b.x - c);
    end three;
  end '-';
  encapsulated operator function '0'
    import Number;
    input Real x;
    output Number a;
  algorithm
    a := Number(x);
  end '0';
end Number;
model M
  Number a = Number(1);
  Number b = a + a;
  Number c = a - a;
  Number d = sum(fill(a, 0));
end M;
