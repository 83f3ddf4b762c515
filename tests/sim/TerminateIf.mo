//! run --stop 5
//! final  time = 3 within 1e-6
//! final  x = 3 within 1e-6
//! stderr terminated at time 3: enough
model TerminateIf "Ends at 3 s by an `if` equation"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  if x > 3 then
    terminate("enough");
  end if;
end TerminateIf;
