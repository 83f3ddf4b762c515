//! run --stop 6 --tolerance 1e-9
//! expect H = abs(sin(t))*sin(t) if sin(t) < 0 else 3*sin(t) within 1e-9
//! expect S = 2*(-sin(t) if sin(t) < 0 else 3)*sin(t) within 1e-9
//! expect Q = (-sin(t) if sin(t) < -1e-9 else 3 if sin(t) > 1e-9 else v["Q"]) within 1e-9
//! events state=0 time=0
model StreamsNoEvents "the product of a flow and its actual stream is continuous: no events; nor inside smooth and noEvent"
  connector Port
    Real p;
    flow Real m_flow;
    stream Real h_outflow;
  end Port;
  function twice
    input Real x;
    output Real y;
  algorithm
    y := 2*x;
  end twice;
  model Part
    Port port;
    Real S = smooth(0, twice(actualStream(port.h_outflow))*port.m_flow);
    Real Q = noEvent(actualStream(port.h_outflow));
    Real H = -(2*port.m_flow*actualStream(port.h_outflow))/(-2);
  equation
    port.h_outflow = abs(port.m_flow);
    port.p = 1;
  end Part;
  model Other
    Port port;
  equation
    port.m_flow = -sin(time);
    port.h_outflow = 3;
  end Other;
  Part part;
  Other other;
  Real H = part.H, S = part.S, Q = part.Q;
equation
  connect(part.port, other.port);
end StreamsNoEvents;
