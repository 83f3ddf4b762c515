//! run
//! status 3
//! stderr B = Bs*tanh(H/Hs) (
//! stderr has no real solution for `H` with these values
//! stderr `B` is 2 by B = Phi/A (
//! never logarithm
model FailInverse "tanh is solved by a logarithm, which nobody wrote"
  parameter Real Bs = 1.6, Hs = 200, A = 1e-4, Phi = 2e-4;
  Real B, H(start = 100);
equation
  B = Phi/A;
  B = Bs*tanh(H/Hs);
end FailInverse;
