//! run --stop 1
//! status 0
//! stderr are connected, but both are sources of a signal
//! expect v["g.y"] = 2*sin(t) within 1e-12
//! expect v["g.part.z"] = sin(t) within 1e-12
model OutputAsInput "An output that nothing inside gives a value is an input in all but name"
  connector In = input Real;
  connector Out = output Real;
  block Source
    Out y = sin(time);
  end Source;
  block Part
    In u;
    Real z = u;
  end Part;
  block Gain
    Out u "declared the wrong way round, as in libraries";
    Out y = 2*part.z;
    Part part;
  equation
    connect(u, part.u);
  end Gain;
  Source s;
  Gain g;
equation
  connect(s.y, g.u);
end OutputAsInput;
