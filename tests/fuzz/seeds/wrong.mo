package Wrong
  model A
    Real x = ;
    Real y
  equation
    x = (1 + ;
    if y > 1 then
      x == 3;
    end for;
  end B;
  modell C
    Real in;
  end C;
  Real z(start = 1;
  connect(a, b);
