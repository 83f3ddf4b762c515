model IndexInput "the derivative of an input is not known"
  input Real u;
  Real x, v;
equation
  x = u;
  der(x) = v;
end IndexInput;
