//! run --stop 1
//! expect v["s.t.v"] = 6 within 1e-12
//! expect v["l.t[1].i"] = 3 within 1e-12
//! expect v["l.t[2].i"] = 3 within 1e-12
//! expect v["s.t.i"] = -6 within 1e-12
model EmptyReference "Overconstrained connections whose references are arrays of no elements"
  type Angle
    extends Real(unit = "rad");
    function equalityConstraint
      input Angle a[:];
      input Angle b[:];
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end Angle;
  connector Terminal
    parameter Integer m = 0;
    Real v;
    flow Real i;
    Angle theta[m];
  end Terminal;
  model Source
    Terminal t;
  equation
    Connections.potentialRoot(t.theta);
    if Connections.isRoot(t.theta) then
      t.theta = fill(time, size(t.theta, 1));
    end if;
    t.v = 6;
  end Source;
  model Load
    Terminal t[2];
  equation
    for k in 1:2 loop
      t[k].v = 2*t[k].i;
    end for;
    Connections.branch(t[1].theta, t[2].theta);
  end Load;
  Source s;
  Load l;
equation
  connect(s.t, l.t[1]);
  connect(s.t, l.t[2]);
end EmptyReference;
