//! run --stop 4
//! expect v["a.x"] = (t if t < 1 else 1 if t < 2 else t - 1 if t < 3 else 2) within 1e-6
//! expect v["b.x"] = v["a.x"] within 0
model BeforeAlias "u = y says nothing of pre(u) at the start: y begins with true, pre(u) is false"
  block Source
    output Boolean y;
  initial algorithm
    y := time >= 0;
  equation
    when sample(1, 1) then
      y = not pre(y);
    end when;
  end Source;
  block Timer
    input Boolean u;
    output Real x(start = 0, fixed = true);
    Integer n;
  initial equation
    pre(u) = false;
    pre(n) = 0;
  equation
    when u then
      n = pre(n) + 1;
    end when;
    der(x) = if u then 1 else 0;
  end Timer;
  Source source;
  Timer a, b;
equation
  a.u = source.y;
  b.u = source.y;
end BeforeAlias;
