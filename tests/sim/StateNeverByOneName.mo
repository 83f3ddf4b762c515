//! run --stop 3 --tolerance 1e-9
//! expect x = cos(t) within 1e-7
//! expect w = -sin(t) within 1e-7
//! quiet
// What is never to be a state under the name w may be integrated as the derivative of x.
model StateNeverByOneName
  Real x(start = 1, fixed = true);
  Real w(start = 0, fixed = true, stateSelect = StateSelect.never);
equation
  w = der(x);
  der(w) = -x;
end StateNeverByOneName;
