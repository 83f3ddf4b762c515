//! run --stop 20
//! run --stop 20 --method ida
//! final up = 3 within 0
//! final down = 3 within 0
//! final all = 6 within 0
//! final list = 6 within 0
//! final lastUp = 6*pi within 1e-6
model EdgeChange "sin has its upward zeros at 2 pi, 4 pi, 6 pi, its downward ones at pi, 3 pi, 5 pi"
  Boolean b(start = true, fixed = true) = sin(time + 1e-9) > 0;
  Integer up(start = 0, fixed = true), down(start = 0, fixed = true);
  Integer all(start = 0, fixed = true), list(start = 0, fixed = true);
  discrete Real lastUp(start = 0, fixed = true);
algorithm
  if edge(b) then
    up := pre(up) + 1;
  end if;
  if change(b) then
    all := pre(all) + 1;
  end if;
  when not b then
    down := pre(down) + 1;
  end when;
equation
  when {edge(b), change(down)} then
    list = pre(list) + 1;
  end when;
  when b then
    lastUp = time;
  end when;
end EdgeChange;
