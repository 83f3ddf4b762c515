//! run --stop 1
//! final k = 1 within 0
//! final n = 3 within 0
model PreOfConstant "pre() of what never changes is an unknown of the initial problem"
  Boolean e = true;
  Integer k(start = 0, fixed = true), n = if before then 3 else 4;
  discrete Boolean before(start = false, fixed = true);
initial equation
  pre(e) = false;
equation
  when {initial(), time > 2} then
    k = if edge(e) then 1 else 2;
    before = not pre(e);
  end when;
end PreOfConstant;
