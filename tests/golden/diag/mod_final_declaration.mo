model Part
  final parameter Real k = 1;
  final Real x = k*time;
end Part;
model M
  Part p(k = 2);
  Part q(x(start = 1));
end M;
