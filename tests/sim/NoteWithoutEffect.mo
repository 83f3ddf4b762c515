//! run --stop 10
//! stderr h < 0 (
//! stderr became true and stays so, but that changes nothing: F = 0 either way; is a sign, or one of the two branches, wrong?
//! never z < 0
//! never never became true
//! final z = -0.00981 within 1e-6
model NoteWithoutEffect "A contact whose spring pulls, so that it is cut off, and one that holds; an event before the run becomes stiff"
  parameter Real m = 1, k = 1e3, d = 50, g = 9.81;
  Real h(start = 0.5, fixed = true), v(start = 0, fixed = true), F;
  Real z(start = 0.05, fixed = true), w(start = 0, fixed = true), G;
  Boolean low(start = false, fixed = true);
equation
  F = if h < 0 then max(0, k*h - d*v) else 0;
  der(h) = v;
  m*der(v) = F - m*g;
  G = if z < 0 then max(0, -k*z - d*w) else 0;
  der(z) = w;
  m*der(w) = G - m*g;
  when h < 0.3 then
    low = true;
  end when;
end NoteWithoutEffect;
