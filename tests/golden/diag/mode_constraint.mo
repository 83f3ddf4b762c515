model ModeConstraint "a pendulum whose rod breaks: two states, then four"
  Real x(start = 1), y(start = 0), vx(start = 0), vy(start = 0), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  if time < 1 then
    x^2 + y^2 = 1;
  else
    F = 0;
  end if;
end ModeConstraint;
