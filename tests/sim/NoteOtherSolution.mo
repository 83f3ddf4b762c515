//! run --stop 1
//! stderr at the start X = 0, though its start value is 4: the initial equations have the solution in which it vanishes
//! never at the start Z
//! final Z = 4.85 within 1e-6
model NoteOtherSolution "Steady states of a fermenter that is washed out, and of one that is not"
  parameter Real D = 0.6, slow = 0.3, mu = 0.5, K = 0.2, Y = 0.5, Sin = 10;
  Real Z(start = 4), C(start = 0.5), X(start = 4), S(start = 0.5);
initial equation
  der(X) = 0;
  der(S) = 0;
  der(Z) = 0;
  der(C) = 0;
equation
  der(X) = (mu*S/(K + S) - D)*X;
  der(S) = D*(Sin - S) - mu*S/(K + S)*X/Y;
  der(Z) = (mu*C/(K + C) - slow)*Z;
  der(C) = slow*(Sin - C) - mu*C/(K + C)*Z/Y;
end NoteOtherSolution;
