function f
  input Real u;
  output Real y;
algorithm
  when u > 1 then
    y := 1;
  end when;
end f;
model M
  Real x = f(time);
end M;
