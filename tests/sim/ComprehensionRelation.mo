//! run --stop 3 --intervals 3
//! expect v["after[1]"] = (1 if t > 2.5 else 0) if abs(t - 2.5) > 1e-6 else v["after[1]"] within 0
//! expect v["after[2]"] = (1 if t > 1.5 else 0) if abs(t - 1.5) > 1e-6 else v["after[2]"] within 0
//! expect count = (t > 0.7) + (t > 1.7) + (t > 2.7) if abs(t % 1 - 0.7) > 1e-6 else count within 0
//! expect v["steps[1,2]"] = floor(2*t + 0.1) if abs((2*t + 0.1) % 1 - 0.5) < 0.49 else v["steps[1,2]"] within 0
//! expect v["below[2]"] = int(t <= 2.1) if abs(t - 2.1) > 1e-6 else v["below[2]"] within 0
//! expect v["rest[1]"] = 5 % (t + 1) if abs(5/(t + 1) % 1 - 0.5) < 0.49 else v["rest[1]"] within 1e-9
//! expect v["a[1].x[2]"] = 1 within 0
//! expect v["a[2].x[1]"] = 3*t within 1e-12
//! expect v["a[2].y[2,2]"] = 4 within 0
//! expect v["a[1].y[1,3]"] = 8 within 0
//! events state=18 time=2
model ComprehensionRelation
  "Relations with iterators in algorithms make an event each; algorithms of arrays of components"
  model Part
    parameter Integer k;
    Real x[2];
    Integer y[2, 3];
  algorithm
    x := {3*time, 1};
    y[1, :] := {6, 7, 8};
    y[2, 1:2] := {3, 4};
    y[2, 3] := k;
  end Part;
  Part a[2](k = {1, 2});
  Boolean after[2];
  Integer count;
  Real steps[1, 2], rest[1];
  Boolean below[2];
algorithm
  after := {time >= i + 0.5 for i in 2:-1:1};
  count := sum(if sin(time) > -2 and time + 0.3 > i then 1 else 0 for i in 1:3);
  steps := {floor(j*time + i/10) for j in 1:2, i in 1:1};
algorithm
  below := {i >= time - 0.1 for i in 1:2};
algorithm
  rest := {mod(i, time + 1) for i in 5:5};
end ComprehensionRelation;
