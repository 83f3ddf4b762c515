//! status 3
//! stderr an algorithm depends on a delay of what it computes
model FailDelayStart "z = 1 - 3*z has a solution, but an algorithm is not solved for it"
  Real z;
algorithm
  z := 1 - 3*delay(z, 0.2);
end FailDelayStart;
