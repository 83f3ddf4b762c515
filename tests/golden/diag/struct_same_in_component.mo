model Shaft
  input Real tau;
  Real w(start = 0, fixed = true), load;
equation
  2*der(w) = tau - load;
  load = 0.5*w;
  tau - load - 2*der(w) = 0;
end Shaft;
model M
  Shaft s(tau = sin(time));
end M;
