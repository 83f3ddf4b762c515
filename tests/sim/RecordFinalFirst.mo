//! run --stop 0
//! expect v["b.part.x"] = 3 within 0
//! expect y = 12 within 0
model RecordFinalFirst "The argument of a constructor belongs to the first field that is not final"
  record Part
    Integer x;
  end Part;
  record Whole
    final parameter Real c[3] = {1, 1, 1};
    Part part;
  end Whole;
  function f
    input Part p;
    output Real y;
  protected
    Whole w[4];
  algorithm
    w := cat(1, {Whole(p) for k in 1:2}, fill(Whole(p), 2));
    y := sum(w.part.x);
  end f;
  Part a(x = 3);
  Whole b = Whole(a);
  Real y = f(a);
end RecordFinalFirst;
