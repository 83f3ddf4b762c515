//! run --stop 1 --interval 0.25
//! final x = 4 within 1e-12
//! final y = 2 within 1e-12
//! final d = 2 within 1e-12
//! final v["z[1]"] = 4 within 1e-12
//! final v["z[2]"] = 5 within 1e-12
model DiscreteOnLeft "An equation has no direction: what is discrete may stand on the left"
  Integer n, m[2];
  discrete Real d(start = 1, fixed = true);
  Real x, y, z[2];
equation
  (if true then n else n) = x;
  m = z;
  d = y;
  when time > 0.5 then
    d = 2;
  end when;
algorithm
  n := if time < 0.6 then 3 else 4;
  m := {n, 5};
end DiscreteOnLeft;
