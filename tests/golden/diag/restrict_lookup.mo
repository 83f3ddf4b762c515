model Hidden
  Real x = 1;
  model Inner
    Real y = 2;
  end Inner;
  function f
    input Real u;
    output Real y = 2*u;
  algorithm
  end f;
  encapsulated model Open
    Real y = 3;
  end Open;
end Hidden;
model M
  import Hidden.Inner;
  Hidden.Inner a;
  Hidden.Open b;
  Inner c;
end M;
