//! run --stop 1 --tolerance 1e-9
//! final s = 0.541 within 1e-6
//! final v["y[1]"] = 1 within 1e-12
//! final v["y[1500]"] = 1500 within 1e-9
//! final v["z[1]"] = 1500 within 1e-9
//! final v["z[1500]"] = 1 within 1e-9
//! final v["c[1500]"] = 7500 within 0
//! final total = 1125750 within 1e-6
//! events state=1 time=5
model AlgorithmLong "Loops of more turns than are written out without need"
  constant Integer n = 1500;
  parameter Real p[n] = {i for i in 1:n};
  Real x[n](each start = 1, each fixed = true), s(start = 0, fixed = true), b[n] "a relation in each turn";
  Real y[n] "the first one by an equation", z[n] "backwards";
  discrete Real c[n](each start = 0, each fixed = true) "its own previous values";
  Real total "nothing that must be known turn by turn";
algorithm
  for i in 1:n loop
    if x[i] > 0.45 then
      b[i] := 1;
    else
      b[i] := -1;
    end if;
  end for;
algorithm
  for i in 2:n loop
    y[i] := i * time;
  end for;
algorithm
  for i in 1:n loop
    z[n + 1 - i] := i * time;
  end for;
algorithm
  when sample(0.1, 0.2) then
    for i in 1:n loop
      c[i] := pre(c[i]) + i;
    end for;
  end when;
algorithm
  total := 0;
  for i in 1:n loop
    total := total + p[i] * time;
  end for;
equation
  y[1] = time;
  for i in 1:n loop
    der(x[i]) = if i <= 735 then 0 else -1;
  end for;
  der(s) = sum(b) / n "1, then 735/1500 - 765/1500 = -0.02 from 0.55 on";
end AlgorithmLong;
