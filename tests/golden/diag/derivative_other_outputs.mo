// What a derivative annotation names has the outputs of the function, differentiated: a String was taken for a Real.
function square
  input Real u;
  output Real y;
algorithm
  y := u^2;
  annotation(Inline = false, derivative = text);
end square;
function text
  input Real u;
  input Real du;
  output String y;
algorithm
  y := String(u);
end text;
model M
  Real s(start = 1, fixed = true);
  Real a = square(s), da = der(a);
equation
  der(s) = 1;
end M;
