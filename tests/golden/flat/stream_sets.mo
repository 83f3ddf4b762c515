model stream_sets "the equations of every kind of connection set (specification, 15.2)"
  connector Port
    Real p;
    flow Real m(nominal = 2);
    stream Real h;
    stream Real X[2];
  end Port;

  model Part
    Port c;
  equation
    c.p = inStream(c.h);
    c.h = 1;
    c.X = {2, 3};
  end Part;

  model Drain "takes, never gives"
    Port c(m(min = 0));
  equation
    c.p = inStream(c.h);
    c.h = 1;
    c.X = {2, 3};
  end Drain;

  model Passage "0 + 2"
    Port a, b;
  equation
    connect(a, b);
  end Passage;

  model Inner "1 + 1, 2 + 1"
    Port c, d;
    Part p, q, r;
  equation
    connect(p.c, c);
    connect(q.c, d);
    connect(r.c, d);
  end Inner;

  model Supply "gives, never takes: -m is never positive"
    Port c(m(max = 0));
    Drain d1, d2;
  equation
    connect(d1.c, c);
    connect(d2.c, c);
  end Supply;

  Part alone, one, two, x1, x2, x3;
  Drain d1, d2, d3;
  Passage passage;
  Part left, right;
  Inner inside;
  Part outC, outD;
  Supply supply;
  Part behind;
equation
  connect(one.c, two.c);
  connect(x1.c, x2.c);
  connect(x1.c, x3.c);
  connect(x1.c, d1.c);
  connect(d2.c, d3.c);
  connect(left.c, passage.a);
  connect(passage.b, right.c);
  connect(inside.c, outC.c);
  connect(inside.d, outD.c);
  connect(supply.c, behind.c);
end stream_sets;
