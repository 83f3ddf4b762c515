// A fixed start value is a condition, and stronger than a guess of another name for the variable, wherever that is written.
//! expect v["c.v"] = 3 within 0
//! expect v["m.v"] = -5 within 0
package StartFixedAliasParts
  connector P
    Real v;
    flow Real i;
  end P;
  model C
    P p;
    Real v;
  equation
    v = p.v;
    der(v) = p.i;
  end C;
  model F
    extends C(v(start = 3, fixed = true));
  end F;
  model M "the same with a sign and a parameter"
    parameter Real a = 5;
    Real u(start = a, fixed = true), v;
  equation
    u = -v;
    der(u) = 0;
  end M;
end StartFixedAliasParts;
model StartFixedAlias
  StartFixedAliasParts.C c(v(start = 7));
  StartFixedAliasParts.F f;
  StartFixedAliasParts.M m(v(start = 2));
equation
  connect(c.p, f.p);
end StartFixedAlias;
