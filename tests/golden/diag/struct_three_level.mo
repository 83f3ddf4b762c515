model Filter
  Real u, y, aux;
equation
  der(y) = u - y;
end Filter;
model Stage
  Filter f;
  Real gain = 2;
equation
  f.u = gain*time;
end Stage;
model M
  Stage s;
equation
  s.f.aux = s.f.y;
  s.f.aux = 2*s.f.u;
end M;
