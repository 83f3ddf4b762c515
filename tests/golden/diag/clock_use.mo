model M
  Real x, y = interval();
  Clock c = Clock(1, 10);
  Real p = previous(2*x), q;
  parameter Integer n = 0;
  Real r = superSample(x, factor = -1), s = shiftSample(x, 1, 0), t = hold(x + 1);
  Clock d = Clock("x"), e = Clock(c), f = Clock(1, 10, 3);
equation
  x = sample(time, 3);
  when c then
    q = previous(q) + 1;
  elsewhen Clock(2) then
    q = 0;
  end when;
end M;
