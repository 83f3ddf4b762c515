model TypeEnumInteger "A variable for an element of an enumeration is declared as a number"
  type Mode = enumeration(off, on);
  Integer mode(start = 1, fixed = true);
  Real x = if mode == Mode.on then 1 else 0;
equation
  when time > 0.5 then
    mode = Mode.on;
  end when;
end TypeEnumInteger;
