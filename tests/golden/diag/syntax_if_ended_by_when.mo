model SyntaxIfEndedByWhen
  Integer n(start = 0, fixed = true);
equation
  if sample(0, 1) then
    n = pre(n) + 1;
  end when;
end SyntaxIfEndedByWhen;
