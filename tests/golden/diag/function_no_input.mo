model M
  function square
    Real x;
    output Real y;
  algorithm
    y := x^2;
  end square;
  Real y = square(time);
  Real z(start = 0, fixed = true);
equation
  der(z, 2) = -z;
end M;
