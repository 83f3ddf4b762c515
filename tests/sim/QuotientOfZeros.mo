//! unless bdf sdirk radau
//! run --stop 1
//! stderr the divisor `log(dTa/dTb)` is 0
//! stderr and so is what is divided: 0/0 has no value
//! stderr let an `if` give the limit of the quotient there
model QuotientOfZeros "The logarithmic mean of two differences that are equal"
  parameter Real UA = 800, m1 = 2090, m2 = 2090;
  Real T1(start = 320), T2(start = 320), Q, dTa, dTb, lmtd, W(start = 0, fixed = true);
equation
  dTa = 360 - T2;
  dTb = T1 - 290;
  lmtd = (dTa - dTb)/log(dTa/dTb);
  Q = UA*lmtd;
  Q = m1*(360 - T1);
  Q = m2*(T2 - 290);
  der(W) = Q;
end QuotientOfZeros;
