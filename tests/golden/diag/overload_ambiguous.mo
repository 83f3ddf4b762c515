operator record Number
  Real x;
  encapsulated operator 'constructor'
    import Number;
    function fromReal
      input Real x;
      output Number n(x = x);
    algorithm
    end fromReal;
    function fromPair
      input Real a;
      input Real b = 0;
      output Number n(x = a + b);
    algorithm
    end fromPair;
  end 'constructor';
  encapsulated operator '+'
    import Number;
    function left
      input Number a;
      input Real b;
      output Number c;
    algorithm
      c := Number(a.x + b, 0);
    end left;
    function again
      input Number a;
      input Integer b;
      output Number c;
    algorithm
      c := Number(a.x + b, 0);
    end again;
  end '+';
end Number;
model M
  Number a = Number(1, 2);
  Number b = Number(1);
  Number c = a + 1;
end M;
