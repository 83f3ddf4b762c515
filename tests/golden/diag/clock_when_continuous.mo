model ClkWhen
  Real u(start = 0, fixed = true), y;
equation
  der(u) = 1;
  when Clock(0.1) then
    y = 2*u;
  end when;
end ClkWhen;
