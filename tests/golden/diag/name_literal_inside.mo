model Enum
  type Gear = enumeration(first, second, third);
  Gear g(start = Gear.first);
  Real v(start = 0, fixed = true);
equation
  der(v) = if g == first then 1 else 0.5;
  when v > 5 then
    g = Gear.second;
  end when;
end Enum;
