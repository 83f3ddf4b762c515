//! run --stop 600
//! stderr nothing would grow if der(T[2]) had the opposite sign in der(T[2]) = -a*(T[1] - 2*T[2] + T[3])/dx^2 (
//! stderr a sign seems to be wrong there
model UnstableEquation "Heat that flows from cold to warm in all cells but the last: no parameter has the wrong sign"
  parameter Integer n = 10;
  parameter Real a = 1e-4, dx = 0.05;
  Real T[n](each start = 300);
initial equation
  for i in 2:n loop
    T[i] = 300;
  end for;
equation
  T[1] = 300 + 50*sin(0.1*time);
  for i in 2:n - 1 loop
    der(T[i]) = -a*(T[i - 1] - 2*T[i] + T[i + 1])/dx^2;
  end for;
  der(T[n]) = a*(T[n - 1] - T[n])/dx^2;
end UnstableEquation;
