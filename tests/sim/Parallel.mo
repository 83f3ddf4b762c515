//! run --intervals 2
//! expect v["source.p.i"] = -10/((1 + 1/(1/1 + 1/2 + 1/3 + 1/4)) + 0) within 1e-12
//! expect v["bank.r[3].i"] = 10/(1 + 12/25)*(12/25)/3 within 1e-12
//! expect v["bank.n[2].i"] = -10/(1 + 12/25)*(12/25)/2 within 1e-12
model Parallel "Four resistors in parallel, as an array, between arrays of pins"
  import Kron.Electrical.*;
  model Bank "Connects arrays of pins"
    parameter Integer m = 4;
    Pin p[m], n[m];
    Resistor r[m](R = {1, 2, 3, 4});
  equation
    connect(p, r.p);
    connect(r.n, n);
  end Bank;
  Bank bank;
  ConstantVoltage source(V = 10);
  Resistor series(R = 1);
  Ground ground;
equation
  connect(source.p, series.p);
  for i in 1:4 loop
    connect(series.n, bank.p[i]);
    connect(bank.n[i], ground.p);
  end for;
  connect(source.n, ground.p);
end Parallel;
