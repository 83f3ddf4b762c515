model StateWishes "DS-2: x stands with the factor 1, but is preferred: the choice is left to the run"
  Real x(start = 0.1, stateSelect = StateSelect.prefer), phi, v(stateSelect = StateSelect.prefer), w, F;
equation
  der(x) = v;
  der(phi) = w;
  x = sin(phi) + phi;
  der(v) = F;
  der(w) = -phi - F*(1 + cos(phi));
end StateWishes;
