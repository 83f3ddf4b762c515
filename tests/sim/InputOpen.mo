//! run
//! stderr no values are given for the input `u`: 0 is taken
//! never `w`
//! final x = 1 within 1e-9
model InputOpen "an input that nobody gives a value; a start value is one"
  input Real u;
  input Real w(start = 1);
  Real x(start = 0, fixed = true);
equation
  der(x) = u + w;
end InputOpen;
