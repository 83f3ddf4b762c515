//! run
//! expect y = 0.8 + 0.2*t + 0.1*t**2 + 3 within 1e-12
//! expect same = 0 within 0
model RecordArraySizes "Sizes of fields of an array of records follow from the constructor calls in it"
  record Curve
    parameter Real c[:];
    parameter Real least;
  end Curve;
  record Square
    extends Curve(c = {0.8, 0.2, 0.1}, least = 1);
  end Square;
  record Stage
    parameter Real speed;
    parameter Curve curve;
  end Stage;
  record Coil
    parameter Integer n(min = 1);
    parameter Stage stage[n];
    parameter Real small = stage[n].curve.least;
  end Coil;
  model Part
    parameter Coil data;
    Real y = data.stage[1].curve.c*{1, time, time^2};
  end Part;
  parameter Coil one(stage = {Stage(speed = 30, curve = Square())}, n = 1);
  parameter Coil two(stage = fill(Stage(speed = 30, curve = Square()), 2), n = 2);
  Part part1(final data = one);
  Part part2(final data = two);
  Real y = part1.y + 2*two.small + part2.data.small;
  Real same = part2.y - part1.y;
end RecordArraySizes;
