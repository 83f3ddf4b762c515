//! run --stop 1 --intervals 2
//! expect x = (x if abs(t - 0.52) < 1e-9 else 1 if t < 0.52 else 2) within 1e-9
//! expect y = (y if abs(t % 0.4 - 0.2) > 0.2 - 1e-9 else floor(2.5*t)) within 1e-9
//! expect z = 3 within 1e-12
//! events time=0 state=3
model AlgorithmPassedBy "A statement that is never reached has the same relation and function as equations"
  Integer x = if time <= 0.52 then 1 else 2;
  Real y = floor(2.5*time);
  Real z(start = 3);
  Boolean never = time < -1;
algorithm
  if never then
    z := if time <= 0.52 then floor(2.5*time) else 0;
  end if;
end AlgorithmPassedBy;
