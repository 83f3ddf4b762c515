// One call gives two unknowns; the loop keeps it from being inlined.
model MultipleResults
  function polar
    input Real x, y;
    output Real r, phi;
  algorithm
    r := 0;
    for e in {x, y} loop
      r := r + e^2;
    end for;
    r := sqrt(r);
    phi := atan2(y, x);
  end polar;
  Real r, phi, x = 1 + time, area;
equation
  (r, phi) = polar(x, 2);
  area = r^2*phi/2;
end MultipleResults;
