// What `previous` is without a start value, by type.
model Changed
  type State = enumeration(off, on);
  Boolean b, c;
  State s, t;
equation
  b = sample(time > 0.5, Clock(1, 10));
  c = b and not previous(b);
  s = if b then State.on else State.off;
  t = previous(s);
end Changed;
