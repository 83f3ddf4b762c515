model SyntaxMessageUnquoted
  Real x = time - 1;
equation
  assert(x > -2, x must not be small);
  when x > 0 then
    terminate(done now);
  end when;
end SyntaxMessageUnquoted;
