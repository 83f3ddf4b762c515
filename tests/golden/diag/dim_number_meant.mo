model NumberMeant
  function mean
    input Real x[:];
    output Real m;
  algorithm
    m := sum(x);
    m := m/size(x);
  end mean;
  parameter Real A[2, 3] = [1, 2, 3; 4, 5, 6];
  Real r[3] = {1, 2, 3}, d, e, f, y = mean(A) + time;
equation
  d = sqrt(r);
  e = 1/r^3;
  f = r - d;
end NumberMeant;
