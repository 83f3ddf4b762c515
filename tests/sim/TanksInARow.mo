//! run --stop 20 --method radau --tolerance 1e-3 --set a=0.7
//! run --stop 20 --method radau --tolerance 1e-4 --set a=0.6
//! run --stop 20 --method radau --tolerance 1e-6 --set a=1.3
//! run --stop 20 --method radau --tolerance 1e-3 --set a=1.13
//! run --stop 20 --tolerance 1e-4
//! expect h1 - free = 0 within 2e-3
//! expect v["h1"] + v["h2"] + v["h3"] + v["out"] = 1.7 within 2e-3
//! final h1 = 0 within 1e-9
//! final h2 = 0 within 1e-9
//! final h3 = 0 within 1e-9
model TanksInARow "Levels that come to 0 ever more slowly: where no step is small enough they are as good as there"
  parameter Real a = 1, b = 0.8, c = 0.6;
  Real h1(start = 1, fixed = true), h2(start = 0.5, fixed = true), h3(start = 0.2, fixed = true);
  Real out(start = 0, fixed = true);
  Real free = max(1 - a*time/2, 0)^2 "h1, which nothing flows into";
  Real q1 = if h1 > 0 then a*sqrt(h1) else 0;
  Real q2 = if h2 > 0 then b*sqrt(h2) else 0;
  Real q3 = if h3 > 0 then c*sqrt(h3) else 0;
equation
  der(h1) = -q1;
  der(h2) = q1 - q2;
  der(h3) = q2 - q3;
  der(out) = q3;
end TanksInARow;
