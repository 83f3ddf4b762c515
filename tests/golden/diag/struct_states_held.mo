model StructStatesHeld "both angles follow from their derivatives"
  model Joint
    Real q(start = 0, fixed = true), w(start = 0, fixed = true), tau;
  equation
    der(q) = w;
    der(w) = tau;
  end Joint;
  Joint hip, knee;
equation
  hip.tau = sin(time);
  knee.tau = -knee.q;
  knee.q + hip.q = 0;
end StructStatesHeld;
