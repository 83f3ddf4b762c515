// initial equation, initial algorithm, parameters with fixed = false (pitfall 6).
model M
  final parameter Real p(start = 1, fixed = false);
  parameter Real q(fixed = false);
  Real x(start = 2), y;
  discrete Real d;
initial equation
  p^2 = 4;
  x = p;
initial algorithm
  q := 3*p;
  d := q;
equation
  der(x) = -q*x;
  y = x + d;
  when x < 0.1 then
    d = pre(d) + 1;
  end when;
end M;
// parameter Real p(start = 1, fixed = false); parameter Real q(fixed = false); initial equation p^2 = 4; x = p; initial algorithm ...
