record R
  Real a;
  Real b;
end R;
function f
  input Real T(unit = "K");
  output R r;
algorithm
  r := R(T, 2*T);
end f;
model M
  parameter Real t(unit = "degC") = 20;
  Real u(unit = "V") = time;
  parameter R p = f(t);
  R r = f(u);
  annotation (experiment(StopTime = 1, __Tool_NumberOfIntervals = 3, __stopTime = 3));
end M;
