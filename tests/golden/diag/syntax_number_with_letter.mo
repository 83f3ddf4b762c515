model SyntaxNumberWithLetter
  model Resistor
    parameter Real R = 1;
    Real v = R*time;
  end Resistor;
  Resistor r(R = 100k), s(R = 5);
end SyntaxNumberWithLetter;
