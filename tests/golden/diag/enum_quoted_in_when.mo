model EnumQuotedInWhen
  type Mode = enumeration(off, heating, alarm);
  Mode mode(start = Mode.off, fixed = true);
equation
  when time > 1 then
    mode = "alarm";
  end when;
end EnumQuotedInWhen;
