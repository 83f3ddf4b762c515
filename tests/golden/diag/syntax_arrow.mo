block S
  output Real y = time;
end S;
block G
  input Real u; output Real y = 2*u;
end G;
model Con
  S a; G b;
equation
  a.y -> b.u;
end Con;
