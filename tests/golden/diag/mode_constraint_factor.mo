model ModeConstraintFactor "a switch over a capacitor; the condition is a factor"
  Real v(start = 1, fixed = true), i, ic, vr;
  Boolean closed = time > 1;
equation
  (if closed then 1 else 0)*v + (if closed then 0 else 1)*i = 0;
  der(v) = ic;
  ic + i = vr/10;
  vr = 1 - v;
end ModeConstraintFactor;
