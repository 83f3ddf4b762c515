//! run --method rk45 --stop 1
//! run --method rk45 --stop 1 --set n[1]=1
//! run --method ida --stop 1
//! expect v1 = sin(t)/1.4 within 1e-12
//! expect ic = 0 within 1e-12
model HiddenUnity "With a ratio of 1 the capacitor between the upper ends of a transformer is always empty"
  parameter Real n[1] = {1};
  Real v1, v2, i1, i2, ic, u;
equation
  v1 = n[1]*v2;
  i2 = -n[1]*i1;
  sin(time) - v1 = 2*(i1 + ic);
  ic = i2 + v2/5;
  u = v1 - v2;
  0.1*der(u) = ic;
end HiddenUnity;
