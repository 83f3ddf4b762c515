model Gain
  parameter Real k = 1;
  input Real u;
  output Real y = k*u;
end Gain;
model SyntaxSmallSlips "quotes in a text, lists of imports, `new`, a missing comma, a colon, a condition in a connection"
  import Modelica.Math.sin, Modelica.Math.cos;
  parameter Real k = 2 "the "main" gain";
  Gain a = new Gain(k = 3);
  Gain b(k = 1) c(k = 2);
equation:
  connect(time > 1, b.u);
end SyntaxSmallSlips;
