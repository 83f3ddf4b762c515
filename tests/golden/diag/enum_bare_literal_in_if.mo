type OperatingMode = enumeration(off, heat, cool);
model EnumBareLiteralInIf "literals without their enumeration, in an equation"
  OperatingMode m;
  Real T(start = 290, fixed = true);
equation
  m = if T < 293 then heat else off;
  der(T) = if m == OperatingMode.heat then 1 else -1;
end EnumBareLiteralInIf;
