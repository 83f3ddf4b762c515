//! run --stop 10
//! run --stop 10 --method ida
//! final which = 3 within 0
//! final n = 3 within 0
//! final first = 1 within 1e-9
//! final at3 = 3 within 1e-9
model Elsewhen "The first true branch is taken; branches with the same condition after it are not"
  Integer which(start = 0, fixed = true), n(start = 0, fixed = true);
  discrete Real first(start = 0, fixed = true), at3(start = 0, fixed = true);
  Boolean b1 = time >= 1, b2 = time >= 2, b3 = time >= 3;
equation
  when b1 then
    which = 1;
    n = pre(n) + 1;
    first = time;
    at3 = pre(at3);
  elsewhen {b2, b1} then
    which = 2;
    n = pre(n) + 1;
    first = pre(first);
    at3 = pre(at3);
  elsewhen b3 then
    which = 3;
    n = pre(n) + 1;
    first = pre(first);
    at3 = time;
  elsewhen time >= 3 then
    which = 4;
    n = pre(n) + 1;
    first = pre(first);
    at3 = pre(at3);
  end when;
end Elsewhen;
