model IfDifferentStrings
  String a, b;
equation
  if time > 0.5 then
    a = "x";
    b = "y";
  else
    "x" = a;
    b = "z";
  end if;
end IfDifferentStrings;
