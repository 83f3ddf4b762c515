model M
  model A
    Real z;
  end A;
  function square
    input Real y;
    output Real p;
  algorithm
    p := y^3;
    annotation (derivative = 1, Inline = false);
  end square;
  Real y;
equation
  square(y) = time;
end M;
