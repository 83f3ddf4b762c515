function f
  input Real u;
  output Real y[:];
algorithm
  y := if u > 0 then {u} else {u};
  if u > 0 then
    y := {u, u};
  end if;
end f;
model M "two elements or one: that depends on the time"
  Real x[:] = f(time);
end M;
