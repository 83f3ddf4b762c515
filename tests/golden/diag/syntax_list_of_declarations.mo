model SyntaxListOfDeclarations
  import SI : Modelica.Units.SI;
  parameter Real a = 1, parameter Real b = 2;
end SyntaxListOfDeclarations;
