model Sub
  discrete Real x;
end Sub;
function step
  input Real u;
  output Integer y;
algorithm
  y := integer(u);
end step;
model M
  Sub s;
  discrete Real a = 1;
  Integer k = step(time);
  Real d = delay(time, 2, 1);
  Real e = delay(time, 0.5, time);
  constant Integer n = 3;
  Real f = der(n);
equation
  when sample(0, 1) then
    s.x = time;
  end when;
end M;
