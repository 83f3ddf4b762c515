//! run --stop 5.5
//! run --stop 5.5 --method ida
//! final  n = 5 within 0
//! final  v["buffer[1]"] = 5 within 1e-9
//! final  v["buffer[3]"] = 3 within 1e-9
//! final  total = 1 + 2 + 3 + 4 + 5 within 1e-9
//! final  late = 4 within 1e-9
model WhenAlgorithm "A ring of the last three times of events, in an algorithm"
  Integer n(start = 0, fixed = true);
  discrete Real buffer[3](each start = 0, each fixed = true), total(start = 0, fixed = true);
  discrete Real late(start = 0, fixed = true);
algorithm
  when sample(1, 1) then
    n := pre(n) + 1;
    for i in 3:-1:2 loop
      buffer[i] := pre(buffer[i - 1]);
    end for;
    buffer[1] := time;
    total := total + time;
  elsewhen time > 10 then
    n := -1;
  end when;
  when n == 4 then
    late := time;
  end when;
end WhenAlgorithm;
