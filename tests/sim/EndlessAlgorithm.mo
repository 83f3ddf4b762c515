//! run --stop 10
//! status 3
//! stderr still changing: state by state := pre(n) + 1
//! stderr EndlessAlgorithm.mo:
//! stderr where n = 
model EndlessAlgorithm "Two algorithms that count each other on at one instant"
  Integer state(start = 1, fixed = true), n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  if x > 0.5 then
    state := pre(n) + 1;
  end if;
algorithm
  if x > 0.5 then
    n := pre(state) + 1;
  end if;
end EndlessAlgorithm;
