model Prev
  Real u = time;
  Real x;
equation
  x = previous(x) + sample(u, Clock(0.1));
end Prev;
