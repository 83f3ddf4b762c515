model WhenParameter
  parameter Integer starts = 0;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    starts = pre(starts) + 1;
  end when;
end WhenParameter;
