//! run --stop 1
//! stderr the initial condition `der(h[2]) = 0` is one too many
//! stderr the equations do not say where `h[2]` begins: it takes its start value 3; an initial equation as `h[2] = 3` instead
//! expect v["h[1]"] = 3 within 1e-9
model WarnLevelOpen "Closed vessels at rest: that says nothing about the level"
  Real h[2](each start = 3), q;
initial equation
  der(h[1]) = 0;
  der(h[2]) = 0;
equation
  q = 0.1*(h[1] - h[2]);
  der(h[1]) = -q;
  2*der(h[2]) = q;
end WarnLevelOpen;
