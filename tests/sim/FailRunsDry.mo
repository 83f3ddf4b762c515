//! run --stop 20
//! status 3
//! stderr the divisor V passes through 0 (
//! stderr it changes by der(V) = qin - qout (
model FailRunsDry "Why a divisor becomes 0"
  parameter Real qin = 0.1, qout = 0.3, cin = 2;
  Real V(start = 1, fixed = true), n(start = 0, fixed = true), c;
equation
  der(V) = qin - qout;
  der(n) = qin*cin - qout*c;
  c = n/V;
end FailRunsDry;
