model Precedence
equation
  a = b or c and not d == e + f*g^h;
  -a*b + (c - (d - e))/f = if x then y elseif z then u else if v then w else 1;
  x = (a < b) <> (c >= d);
  y = (-1)^2 - (2^3)^4;
  z = pure(f(x)) + der(.A.b[1].c) + initial();
end Precedence;
