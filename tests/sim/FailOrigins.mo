//! run --stop 10
//! status 3
//! stderr the subscript `gear` of `ratio` is outside 1 .. 3; limit it, as by max(1, min(gear, 3)), or give the array more elements (
//! stderr `gear` is 4 by gear = pre(gear) + 1 (
model FailOrigins "Where the value comes from that an assertion refuses"
  parameter Real ratio[3] = {3.5, 2.1, 1.4};
  Integer gear(start = 1, fixed = true);
  Real v(start = 0, fixed = true), i;
equation
  i = ratio[gear];
  der(v) = i*2;
  when sample(1, 1) then
    gear = pre(gear) + 1;
  end when;
end FailOrigins;
