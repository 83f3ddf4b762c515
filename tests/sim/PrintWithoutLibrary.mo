//! stderr `print` is no function of Modelica: it is taken as `Modelica.Utilities.Streams.print`
//! stderr note: at 0.5
//! final count = 2 within 1e-12
model PrintWithoutLibrary "A function that other tools have"
  discrete Real count(start = 0, fixed = true);
equation
  when time > 0.25 then
    print("at " + String(time + 0.25) + "\n");
  end when;
  when {time > 0.3, time > 0.6} then
    count = pre(count) + 1;
  end when;
end PrintWithoutLibrary;
