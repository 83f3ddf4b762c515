model ModeConstraintElseif "a clutch that binds two speeds in its third mode"
  Real w1(start = 1, fixed = true), w2(start = 0, fixed = true), tau;
  Boolean slips = w1 > 2*w2;
equation
  der(w1) = -tau;
  der(w2) = tau;
  if time < 1 then
    tau = 0;
  elseif slips then
    tau = 1;
  else
    w1 = w2;
  end if;
end ModeConstraintElseif;
