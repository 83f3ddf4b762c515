model BuiltinRemedies "what to write instead"
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 1);
  Real a[2] = {h, v}, b[2] = {v, h}, m;
equation
  der(h) = v;
  der(v) = -9.81;
  der(n) = 1;
  m = cross(a, b);
  when h < 0 then
    reinit(v) = -pre(v);
  end when;
end BuiltinRemedies;
