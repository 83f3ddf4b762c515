//! run --stop 3
//! run --stop 3 --method cvode
//! run --stop 3 --method ida
//! expect v["y"] = sqrt(max(0, t - 1)/2) within 1e-6
model DoubleRoot "y leaves a multiple root between two points"
  function square "with the sign of its argument"
    input Real y;
    output Real p;
  algorithm
    p := if y >= 0 then y^2 else -y^2;
    annotation (smoothOrder = 1, Inline = false);
  end square;
  function ramp "No event where it begins to rise"
    input Real t;
    output Real p;
  algorithm
    p := if t > 1 then (t - 1)/2 else 0;
    annotation (Inline = false);
  end ramp;
  Real y;
equation
  square(y) = ramp(time);
end DoubleRoot;
