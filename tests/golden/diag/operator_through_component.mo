operator record Length
  Real m;
  encapsulated operator function '+'
    import Length;
    input Length a, b;
    output Length c = Length(a.m + b.m);
  algorithm
  end '+';
  encapsulated operator '-'
    import Length;
    function subtract
      input Length a, b;
      output Length c = Length(a.m - b.m);
    algorithm
    end subtract;
  end '-';
  encapsulated function longer "An ordinary function may be"
    import Length;
    input Length a;
    output Length c = Length(2*a.m);
  algorithm
  end longer;
end Length;
model M "Operators are not looked up in components (5.3.2)"
  Length a = Length(time), b = Length(1);
  Length c = a.'+'(a, b);
  Length d = a.'-'.subtract(a, b);
  Length e = a.longer(b);
  Length f = Length.'+'(a, b);
end M;
