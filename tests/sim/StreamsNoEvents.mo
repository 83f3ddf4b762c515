//! run --stop 6 --tolerance 1e-9
//! expect H = abs(sin(t))*sin(t) if sin(t) < 0 else 3*sin(t) within 1e-9
//! events state=0 time=0
model StreamsNoEvents "the product of a flow and its actual stream is continuous: no events"
  connector Port
    flow Real m_flow;
    stream Real h_outflow;
  end Port;
  model Part
    Port port;
    Real H = -(2*port.m_flow*actualStream(port.h_outflow))/(-2);
  equation
    port.h_outflow = abs(port.m_flow);
  end Part;
  model Other
    Port port;
  equation
    port.m_flow = -sin(time);
    port.h_outflow = 3;
  end Other;
  Part part;
  Other other;
  Real H = part.H;
equation
  connect(part.port, other.port);
end StreamsNoEvents;
