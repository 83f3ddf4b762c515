//! run --stop 1
//! expect p = (2 if t < 0.5 else 3 if t > 0.5 else v["p"]) within 1e-9
//! final x = 1.5 within 1e-6
model ModePrescribed "a branch that contradicts what is prescribed, but is not taken: no state is bound by it"
  Real m, p, x(start = 0, fixed = true);
  Boolean inflow = m > 0;
equation
  m = 1 + time;
  der(x) = m;
  if time < 0.5 then
    p = 2;
  elseif inflow then
    p = 3;
  else
    m = 0;
  end if;
end ModePrescribed;
