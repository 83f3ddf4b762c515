//! run --stop 2
//! expect y = sum(x*(M*t + a + b*t*t) for x, M, a, b in [(1, 1, 1, 2), (2, 2, 3, 4), (4, 3, 5, 6)]) + 17 within 1e-12
//! expect z = 5 + 3*t + 7 within 1e-12
model RecordTable "an array of constant records with Strings, its elements chosen by the iterator of a function"
  record Data
    String name;
    Real M;
    Real a[2];
  end Data;
  constant Data data[3] = {Data("x", 1, {1, 2}), Data("y", 2, {3, 4}), Data("z", 3, {5, 6})};
  function one
    input Data d;
    input Real T;
    output Real y;
  algorithm
    assert(d.name <> "w", "no data for " + d.name);
    y := d.M*T + d.a[1] + d.a[2]*T^2;
  end one;
  function all_
    input Real T, X[3];
    output Real y;
  algorithm
    y := {one(data[i], T) for i in 1:3}*X + data.M*X;
  end all_;
  Real y = all_(time, {1, 2, 4});
  Real z = data.M*{1, 2, time} + data[2].a*{1, 1};
end RecordTable;
