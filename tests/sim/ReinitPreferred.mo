//! run --stop 2 --tolerance 1e-9
//! expect w = (t if t < 1 else t - 1 + 5) if abs(t - 1) > 1e-9 else w within 1e-7
//! expect r = 2*w within 1e-12
model ReinitPreferred "a variable that is reinitialized is a state, whatever is preferred"
  Real w(start = 0, fixed = true);
  Real r(stateSelect = StateSelect.prefer);
  Real a;
equation
  der(w) = 1;
  r = 2*w;
  a = der(r);
  when time >= 1 then
    reinit(w, 5);
  end when;
end ReinitPreferred;
