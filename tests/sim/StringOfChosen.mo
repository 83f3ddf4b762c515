//! run --stop 0
//! final good = 12 within 0
model StringOfChosen "A number that `if` takes is of the type of all branches: an Integer among Reals is a Real, whatever decides"
  function text
    input Boolean first;
    output String s = String(if not true then 12.75 elseif first then 24 else -7.0, significantDigits = 1);
  end text;
  constant Boolean yes = true;
  parameter Boolean q = true;
  parameter Integer k = 24;
  parameter String s[12] = {
    String(if not true then 12.75 else 24, significantDigits = 1),
    String(if not true then 12.75 elseif true then product(j for j in 1:4) else -7.0, significantDigits = 1),
    String(if not yes then 12.75 elseif q then 24 else 25, significantDigits = 1),
    String(if true then 24 else -7.0, significantDigits = 1),
    String(if yes then k else -7.0, significantDigits = 1),
    String(if q then k else -7.0, significantDigits = 1),
    String((if not true then {1.5, 2} else {24, 25})[1], significantDigits = 1),
    String((if not yes then {1.5, 2} elseif q then {k, k} else {24, 25})[2], significantDigits = 1),
    String(sum(if not true then {1.5, 2} else {20, 4}), significantDigits = 1),
    String(if not true then 12.75 else 24, format = ".1g"),
    text(true),
    text(q)};
  Integer good = sum(if s[i] == "2e+01" then 1 else 0 for i in 1:12);
end StringOfChosen;
