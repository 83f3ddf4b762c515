//! run --stop 6 --tolerance 1e-9
//! run --stop 6 --tolerance 1e-9 --method cvode
//! run --stop 6 --tolerance 1e-9 --method ida
//! expect v["mixed"] = 3 within 1e-9
//! expect v["into1"] = 4 within 1e-9
//! expect v["into2"] = 1 within 1e-9
//! expect v["mixedX"] = (1*0.25 + 2*0.75)/3 within 1e-9
//! expect v["volume.h"] = (1 - exp(-sin(t)/2) if t < pi/2 else (5 + (1 - exp(-0.5) - 5)*exp(-(1 - sin(t))/2) if t < 1.5*pi else 1 + (5 + (1 - exp(-0.5) - 5)*exp(-1) - 1)*exp(-(1 + sin(t))/2))) within 1e-6
//! expect v["still"] = (1 + 4 + 9)/3 within 1e-9
//! expect v["alone"] = 8 within 1e-9
//! expect v["valve"] = 1 within 1e-9
//! expect v["through"] = 4 within 1e-9
//! expect v["reverse"] = (1 if cos(t) > 1e-6 else 5 if cos(t) < -1e-6 else v["reverse"]) within 1e-6
//! expect v["monitor"] = (1 if cos(t) > 1e-6 else v["volume.h"] if cos(t) < -1e-6 else v["monitor"]) within 1e-6
//! events state=2 time=0
//! expect v["inAlgorithm"] = 2*v["mixed"] within 1e-9
//! expect v["flow_"] = cos(t)*(1 if cos(t) > 0 else v["volume.h"]) within 1e-6
package Fluid "streams of fluid: mixing, splitting, reversing; every kind of connection set"
  connector Port
    Real p;
    flow Real m_flow;
    stream Real h_outflow;
    stream Real X_outflow[1];
  end Port;

  model Source "gives a mass flow"
    input Real m;
    parameter Real h;
    parameter Real X = 0;
    Port port(m_flow(max = if m_max >= 0 then m_max else 0));
    parameter Real m_max = 1e9;
  equation
    port.m_flow = -m;
    port.h_outflow = h;
    port.X_outflow = {X};
  end Source;

  model Check "flow into it only"
    parameter Boolean back = false;
    Port a(m_flow(min = if back then -1e9 else 0));
    Port b;
  equation
    a.m_flow + b.m_flow = 0;
    a.m_flow = 0.25;
    a.h_outflow = 100;
    a.X_outflow = {0};
    b.h_outflow = inStream(a.h_outflow);
    b.X_outflow = inStream(a.X_outflow);
  end Check;

  model Boundary
    parameter Real h = 0;
    Port port;
  equation
    port.p = 1;
    port.h_outflow = h;
    port.X_outflow = {1};
  end Boundary;

  model Volume "incompressible and well mixed"
    parameter Real M;
    Port ports[2];
    Real h(start = 0, fixed = true), X[1](each start = 0, each fixed = true);
  equation
    sum(ports.m_flow) = 0;
    M*der(h) = ports.m_flow*actualStream(ports.h_outflow);
    M*der(X) = {sum(ports[i].m_flow*actualStream(ports[i].X_outflow[1]) for i in 1:2)};
    for i in 1:2 loop
      ports[i].h_outflow = h;
      ports[i].X_outflow = X;
    end for;
    ports[1].p = ports[2].p;
  end Volume;

  model Pair "two sources behind one connector of the model, and a connector passed through"
    Port out;
    Port a, b;
    Source s1(m = 1, h = 1, X = 0.25), s2(m = 2, h = 4, X = 0.75);
  equation
    connect(s1.port, out);
    connect(s2.port, out);
    connect(a, b);
  end Pair;
end Fluid;

model Streams
  import Fluid.*;
  Pair pair;
  Boundary sink, sinkB(h = 2);
  Source three[3](h = {1, 4, 9}, each m = 0), four(m = 1, h = 4);
  Boundary junction, single(h = 8);
  Volume volume(M = 2);
  Source wave(m = cos(time), h = 1);
  Boundary end_(h = 5);
  Check check;
  Boundary sinkC, sinkD(h = 3);
  Source one(m = 1, h = 1);
  Real mixed = inStream(sink.port.h_outflow), mixedX = inStream(sink.port.X_outflow[1]);
  Real into1 = inStream(pair.s1.port.h_outflow), into2 = inStream(pair.s2.port.h_outflow);
  Real still = inStream(junction.port.h_outflow), alone = inStream(single.port.h_outflow);
  Real valve = inStream(sinkC.port.h_outflow), through = inStream(sinkB.port.h_outflow);
  Real reverse = if wave.m > 0 then inStream(volume.ports[1].h_outflow) else inStream(volume.ports[2].h_outflow);
  Real flow_ = volume.ports[1].m_flow*actualStream(volume.ports[1].h_outflow);
  Real monitor = actualStream(volume.ports[1].h_outflow);
  Real inAlgorithm;
algorithm
  inAlgorithm := 2*inStream(sink.port.h_outflow);
equation
  connect(pair.out, sink.port);
  connect(four.port, pair.a);
  connect(pair.b, sinkB.port);
  for i in 1:3 loop
    connect(three[i].port, junction.port);
  end for;
  connect(wave.port, volume.ports[1]);
  connect(volume.ports[2], end_.port);
  connect(one.port, sinkC.port);
  connect(check.a, sinkC.port);
  connect(check.b, sinkD.port);
end Streams;
