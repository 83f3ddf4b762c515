package BalanceNoPressure "No equation has the pressures"
  connector Port
    Real p;
    flow Real m;
  end Port;
  model Source
    parameter Real m = 1;
    Port out;
  equation
    out.m = -m;
  end Source;
  model Mixer
    Port inlet, outlet;
    Real passed(start = 0, fixed = true);
  equation
    inlet.m + outlet.m = 0;
    der(passed) = 2*inlet.m;
  end Mixer;
  model Sink
    Port inlet;
  equation
    inlet.p = 1e5;
  end Sink;
  model Line
    Source source;
    Mixer mixer[2];
    Sink sink;
  equation
    connect(source.out, mixer[1].inlet);
    connect(mixer[1].outlet, mixer[2].inlet);
    connect(mixer[2].outlet, sink.inlet);
  end Line;
end BalanceNoPressure;
