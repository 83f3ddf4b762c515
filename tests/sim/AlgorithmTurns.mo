//! run --stop 1
//! expect y = t + 2*t + (3*t if n == 3 else 0) within 1e-12
//! expect v["d[1]"] - v["d[2]"] = 0 within 0
//! expect sum_ = (6 if n == 3 else 3) within 0
//! expect v["d[3]"] = 0 within 0
model AlgorithmTurns "Loops of statements whose length varies"
  Integer n(start = 2, fixed = true);
  Real y, sum_;
  discrete Real d[3](each start = 0, each fixed = true);
  Integer two = 2;
equation
  when time > 0.5 then
    n = 3;
  end when;
algorithm
  y := 0;
  for i in 1:n loop
    y := y + i*time;
  end for;
algorithm
  sum_ := 0;
  for i in {1, 2, if n > 2 then 3 else 0} loop
    sum_ := sum_ + i;
  end for;
algorithm
  when sample(0.1, 0.1) then
    for i in 1:two loop
      d[i] := d[i] + 1;
    end for;
  end when;
end AlgorithmTurns;
