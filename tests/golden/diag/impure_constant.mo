model ImpureConstant
  impure function now
    output Real y;
  algorithm
    y := 1;
  end now;
  constant Real c = now();
  Real x = c;
end ImpureConstant;
