model Pump
  type State = enumeration(stopped, running, failed);
  State s = State.on;
end Pump;
