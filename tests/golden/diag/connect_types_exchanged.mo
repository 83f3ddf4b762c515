model ConnectTypesExchanged
  connector RealInput = input Real;
  connector RealOutput = output Real;
  connector BooleanInput = input Boolean;
  connector BooleanOutput = output Boolean;
  package Sources
    block Pulse
      RealOutput y = if mod(time, 1) < 0.5 then 1 else 0;
    end Pulse;
    block BooleanPulse
      BooleanOutput y = mod(time, 1) < 0.5;
    end BooleanPulse;
  end Sources;
  block Switch
    RealInput u1, u2;
    BooleanInput condition;
    RealOutput y = if condition then u1 else u2;
  end Switch;
  Sources.BooleanPulse on;
  Sources.Pulse high, low, clock;
  Switch switch, other;
equation
  connect(on.y, switch.u1);
  connect(high.y, switch.condition);
  connect(low.y, switch.u2);
  connect(clock.y, other.condition);
  connect(high.y, other.u1);
  connect(low.y, other.u2);
end ConnectTypesExchanged;
