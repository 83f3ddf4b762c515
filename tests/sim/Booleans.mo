//! run --stop 4
//! run --stop 4 --method ida
//! expect n = a1 + 2*b1 + 4*c1 within 0
//! expect a1 + b1 - 2*a1*b1 = exclusive within 0
//! expect nand = 1 - a1*b1 within 0
//! expect v["imp[2]"] = 1 - a1 + a1*b1 within 0
//! expect order = (b1 - a1 > 0) - (a1 - b1 > 0) within 0
//! final  n = 7 within 0
//! final  changes = 3 within 0
model Booleans "Logic, relations of Booleans and integers; bits become true at 1, 2 and 3 s"
  Boolean a = time > 1, b = time > 2, c = time > 3;
  Integer a1 = if a then 1 else 0, b1 = if b then 1 else 0, c1 = if c then 1 else 0;
  Integer n = a1 + (if b then 2 else 0) + 4*c1;
  Boolean exclusive = a <> b, nand = not (a and b), imp[2] = {true, not a or b};
  Integer order = if a < b then 1 elseif a > b then -1 else 0;
  Integer changes(start = 0, fixed = true);
equation
  when {change(a), change(b), change(c)} then
    changes = pre(changes) + 1;
  end when;
end Booleans;
