//! run --stop 1 --tolerance 1e-9 --method cvode
//! run --stop 1 --tolerance 1e-9 --method ida
//! expect v["pair.second.c.v"] = 4*(1 - exp(-(3-sqrt(5))/2*2*t)*(5+3*sqrt(5))/10 - exp(-(3+sqrt(5))/2*2*t)*(5-3*sqrt(5))/10) within 1e-6
//! expect v["pair.b.i"] = 0 within 1e-12
//! expect v["pair.first.a.i"] + v["source.p.i"] = 0 within 1e-12
model Ladder "Two equal RC cells one after the other, in a submodel: poles -(3 +- sqrt 5)/2 /(R C)"
  import Kron.Electrical.*;
  model Cell
    Pin a, b, n;
    Resistor r(R = 5);
    Capacitor c(C = 0.1, v(start = 0, fixed = true));
  equation
    connect(a, r.p);
    connect(r.n, b);
    connect(b, c.p);
    connect(c.n, n);
  end Cell;
  model Pair
    Cell first, second;
    Pin a, b, n;
  equation
    connect(a, first.a);
    connect(first.b, second.a);
    connect(second.b, b);
    connect(first.n, n);
    connect(n, second.n);
  end Pair;
  Pair pair;
  ConstantVoltage source(V = 4);
  Ground ground;
equation
  connect(source.p, pair.a);
  connect(source.n, pair.n);
  connect(source.n, ground.p);
end Ladder;
