//! run --stop 5
//! expect min(abs(x - 1 + t) + (t > 1), abs(x - 3 + t) + (t < 1 or t > 3), abs(x - 6 + t) + (t < 3)) = 0 within 1e-6
//! final  n = 2 within 0
model ReinitInIf "An algorithm's reinit in a branch inside when: to 2 the first time, then to 3"
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -1;
algorithm
  when x < 0 then
    n := pre(n) + 1;
    if n < 2 then
      reinit(x, 2);
    else
      reinit(x, 3);
    end if;
  end when;
end ReinitInIf;
