function scaled
  input Real u;
  input Real w[:];
  output Real y;
algorithm
  y := u*w[1];
  annotation(Inline = false, derivative = number);
end scaled;
function number
  input Real u;
  input Real w;
  input Real du;
  input Real dw;
  output Real y = w*du + dw;
algorithm
end number;
model M
  Real s(start = 1, fixed = true);
  Real b = scaled(s, {s, 2}), db = der(b);
equation
  der(s) = 1;
end M;
