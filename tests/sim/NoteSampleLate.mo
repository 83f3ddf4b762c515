//! run --stop 10
//! stderr sample(start, 0.1) (
//! stderr : it begins at 20, after the end of the run at 10, and never acts; is that meant?
//! never sample(9,
//! final n = 11 within 0
model NoteSampleLate "Samples that begin after the end of the run, and some that begin before"
  parameter Real start = 20;
  Integer k(start = 0, fixed = true), n(start = 0, fixed = true);
equation
  when sample(start, 0.1) then
    k = pre(k) + 1;
  end when;
  when sample(9, 0.1) then
    n = pre(n) + 1;
  end when;
end NoteSampleLate;
