// Modifiers of start in arrays of arrays of variables; each at different places.
model V
  Real x[2](start = {1, 2});
  Real y[2];
equation
  der(x) = -x;
  y = x;
end V;
model M
  V a(x(start = {5, 6}));
  V b[2](x(start = [1, 2; 3, 4]));
  V c[2](each x(start = {7, 8}), y(each unit = "m"));
  V d[2](x(each nominal = 3));
end M;
// a.x.start = {5,6}; b[1].x.start = {1,2}, b[2].x.start = {3,4}; c[i].x.start = {7,8}, c[i].y unit m; d[i].x(start = {1,2}, nominal = 3)
