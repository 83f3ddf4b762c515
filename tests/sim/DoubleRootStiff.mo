//! run --stop 3 --method cvode
//! run --stop 3 --method ida
//! run --stop 3
//! expect v["w"] = 0 within 1e-12
//! expect v["y"] = 0 within 1e-6
model DoubleRootStiff "Jacobians at a multiple root, which has no derivative"
  function square "with the sign of its argument"
    input Real y;
    output Real p;
  algorithm
    p := if y >= 0 then y^2 else -y^2;
    annotation (smoothOrder = 1, Inline = false);
  end square;
  Real y, w(start = 0, fixed = true);
equation
  square(y) = w;
  der(w) = -1000*w + y*sin(time);
end DoubleRootStiff;
