connector P
  Real v;
  flow Real i;
end P;
model R
  P p;
end R;
model M
  R x[100000000];
equation
  for i in 1:99999999 loop
    connect(x[i].p, x[i + 1].p);
  end for;
end M;
