//! run --tolerance 1e-9
//! expect amount = 6*exp(-t) within 1e-7
//! expect d = 3*exp(-t) within 1e-7
model AliasStartWished "Of start values of equal standing that of the name wished as a state counts: it is to be a condition"
  model Signal
    Real c, n;
    parameter Real V = 2;
  equation
    n = c*V;
  end Signal;
  model Pool
    Real c(stateSelect = StateSelect.prefer), n(stateSelect = StateSelect.prefer);
    parameter Real V = 2;
  equation
    n = c*V;
    der(n) = -n;
  end Pool;
  Real d, amount = pool.n;
  Signal D(c(start = 0) = d);
  Pool pool(c.start = 3);
equation
  d = pool.c;
  annotation(experiment(StopTime = 1));
end AliasStartWished;
