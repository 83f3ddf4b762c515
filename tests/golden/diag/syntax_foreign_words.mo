model SyntaxForeignWords "words of other languages where a declaration begins"
  import Modelica.Units.SI as SI;
  private
  Real level(start = 1, fixed = true);
  const Real k = 2;
  parameter Real m = 1 'mass';
equation
  der(level) = -k*m*level;
end SyntaxForeignWords;
