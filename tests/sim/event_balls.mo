//! run --stop 20.5 --tolerance 1e-10 --method cvode
//! run --stop 20.5 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 20.5 --tolerance 1e-10 --method rk45
//! run --stop 20.5 --tolerance 1e-10 --method auto --intervals 1
//! expect v["n[1]"] = v["n[2]"] within 0
//! expect v["n[3]"] = v["n[2]"] within 0
//! expect v["te[3]"] = max(2*v["n[3]"] - 1, 0) within 1e-8
//! final v["n[1]"] = 10 within 0
model event_balls "Three balls that never rest touch the floor at 1, 3, 5, .. all at once"
  Real h[3](each start = 1, each fixed = true), v[3](each start = 0, each fixed = true);
  Integer n[3](each start = 0, each fixed = true);
  discrete Real te[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    der(h[i]) = v[i];
    der(v[i]) = -2;
    when h[i] < 0 then
      reinit(v[i], -pre(v[i]));
      n[i] = pre(n[i]) + 1;
      te[i] = time;
    end when;
  end for;
end event_balls;
