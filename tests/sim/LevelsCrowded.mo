//! run --stop 2
//! run --stop 2 --method bdf
//! run --stop 2 --method cvode
//! final n = 12 within 1e-9
//! final y = 2 within 1e-6
//! quiet
//! events state=12
model LevelsCrowded "Levels nearer and nearer to each other, each passed once: no condition changes infinitely often"
  constant Integer levels = 12;
  Real y(start = 0, fixed = true);
  Integer n = sum(if passed[i] then 1 else 0 for i in 1:levels);
  Boolean passed[levels];
equation
  der(y) = 1;
  for i in 1:levels loop
    passed[i] = y > 1 - 0.25^i;
  end for;
end LevelsCrowded;
