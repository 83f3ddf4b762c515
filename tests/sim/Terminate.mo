//! run --stop 5
//! final  y = 3 within 1e-9
//! final  time = 3 within 1e-9
//! final  x = 3 within 1e-6
model Terminate "Ends at 3 s; the status is good"
  Real x(start = 0, fixed = true), y = time;
equation
  der(x) = 1;
  when time >= 3 then
    terminate("enough");
  end when;
end Terminate;
