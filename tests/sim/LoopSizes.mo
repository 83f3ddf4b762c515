//! run --stop 1
//! expect v["b[1,1]"] + v["b[2,2]"] + v["b[3,3]"] = 3 within 0
//! expect v["c[1,1]"] = 1 within 0
//! expect v["c[1,2]"] = 7 within 0
//! expect v["c[2,3]"] = 0 within 0
//! expect v["d[2,2]"] = 7 within 0
//! expect v["total"] = 3 + 2 + 2*7 + 3*7 + 1 within 0
model LoopSizes "Sizes of matrices that depend on an iterator: [zeros(n, i - 1), ...]"
  parameter Integer n = 3;
  Real b[3, 3], c[2, 3], d[2, 4];
  Real total = sum(b) + sum(c) + sum(d);
equation
  for i in 1:3 loop
    b[i:i, :] = [zeros(1, i - 1), identity(1), zeros(1, n - i)];
  end for;
  for i in 2:2 loop
    c = [ones(2, i - 1), fill(7, 2, i - 1), zeros(2, n - i)];
    d = cat(2, [transpose(zeros(i - 2, 2)), [1, 7; 0, 7]], [0, 7; 0, 0]);
  end for;
end LoopSizes;
