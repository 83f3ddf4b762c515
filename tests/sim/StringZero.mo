//! run --stop 0
//! final good = 8 within 0
model StringZero "Zero has no sign in texts, whoever writes them: during translation, and at run time"
  function text
    input Real x;
    output String s = String(-x);
  end text;
  constant String c[4] = {String(-0.0), String(-0.0, format = "g"), text(0), String(-0.0, significantDigits = 3)};
  parameter Real p = 0;
  parameter String r[4] = {String(-p), String(-p, format = "g"), text(p), String(-p, significantDigits = 3)};
  Integer good = sum(if c[i] == "0" then 1 else 0 for i in 1:4) + sum(if r[i] == "0" then 1 else 0 for i in 1:4);
end StringZero;
