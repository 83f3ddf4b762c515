model M "A spring between two sensors: nothing holds it"
  import R = Kron.Rotational;
  R.Spring spring(c = 10);
  R.Damper damper(d = 1);
equation
  connect(spring.b, damper.a);
end M;
