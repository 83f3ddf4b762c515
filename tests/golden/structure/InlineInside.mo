// Calls inside of functions that are written out are written out too: y is found from a linear
// equation, and sin is sin.
function turn
  input Real a[2];
  input Real c;
  output Real b[2];
algorithm
  b := {c*a[1] - a[2], a[1] + c*a[2]};
  annotation(InlineAfterIndexReduction = true);
end turn;

function sine
  input Real u;
  output Real y;
algorithm
  y := sin(u);
  annotation(Inline = true);
end sine;

function twice
  input Real a[2];
  input Real u;
  output Real b[2];
algorithm
  b := turn(turn(a, sine(u)), 2);
  annotation(Inline = true);
end twice;

model InlineInside
  Real y[2];
equation
  {1, time} = twice(y, time) + y;
end InlineInside;
