//! run --stop 3 --tolerance 1e-9
//! run --stop 3 --tolerance 1e-9 --method ida
//! expect min(abs(x - exp(-t)) + (t > 1), abs(x - 2*exp(1-t)) + (t < 1 or t > 2), abs(x - 3*exp(2-t)) + (t < 2)) = 0 within 1e-7
//! final  x = 3*exp(-1) within 1e-7
//! final  top = 2*exp(-1) within 1e-7
model Reinit "Set to 2 at 1 s, to 3 at 2 s; pre(x) is the value before"
  Real x(start = 1, fixed = true);
  discrete Real top(start = 0, fixed = true);
equation
  der(x) = -x;
  when time >= 1 then
    reinit(x, 2);
  elsewhen time >= 2 then
    reinit(x, 3);
  end when;
  when time >= 2 then
    top = pre(x);
  end when;
end Reinit;
