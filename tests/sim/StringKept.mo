//! run --stop 1 --intervals 2
//! status 3
//! stderr assertion failed: first: value 3 second: value 3, format 0 (
model StringKept "Texts that an algorithm makes live as long as the variable; an Integer has no -0"
  String y;
  Integer n, zero, pair[2];
algorithm
  n := integer(10*time);
  zero := product({{-2, 7}, zeros(2)});
  y := "value " + String(n);
  pair := if time >= 0.4 then -1:2:1 else {1, 1};
equation
  assert(time < 0.35, "first: " + y + " second: " + y + ", format " + String(zero, format="g"));
end StringKept;
