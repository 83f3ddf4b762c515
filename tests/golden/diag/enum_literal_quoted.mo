type Mode = enumeration(Off, Heating, Cooling);
model M
  parameter Mode mode = "Heating";
  Real x = if mode == Mode.Heating then 1 else 0;
end M;
