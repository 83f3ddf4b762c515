//! expect a = (1 if t < 0.25 else 0) if abs(t - 0.25) > 1e-9 else a within 0
//! expect b = (1 if t < 0.5 else 0) if abs(t - 0.5) > 1e-9 else b within 0
//! events state=2 time=0
model AlgorithmSums "relations on sums over iterators in an algorithm make events"
  type E = enumeration(c, a, red, off);
  Boolean a, b;
algorithm
  a := 1.0 >= sum(time for j in E);
  b := 3 >= sum(i*time for i in 1:3);
end AlgorithmSums;
