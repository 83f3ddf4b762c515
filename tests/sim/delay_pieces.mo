//! run --stop 3 --tolerance 1e-8 --method cvode
//! run --stop 3 --tolerance 1e-8 --method rk45 --intervals 11
//! expect cubic = (t - 0.35)**3 - 2*(t - 0.35) if t > 0.35 else 0 within 1e-10
//! expect kink = abs((t - 0.25)**2 - 1) if t > 0.25 else 1 within 1e-10
//! expect x = abs((t - 0.25)**2 - 1) if t > 0.25 else 1 within 1e-10
model delay_pieces "Cubic polynomials come out of a delay exactly, on both sides of every event"
  Real cubic = delay(time^3 - 2*time, 0.35);
  Real u = if time > 1 then time^2 - 1 else 1 - time^2;
  Real kink = delay(u, 0.25);
  Real x = delay(u, 0.25 + 0*z, 1);
  Real z(start = 0, fixed = true);
  Boolean b1 = time^2 > 0.49, b2 = time > 0.7 + 1e-9, b3 = z > 1.3;
equation
  der(z) = if b1 and b2 then 1 else if b3 then 2 else 0.5;
end delay_pieces;
