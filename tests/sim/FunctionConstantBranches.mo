//! expect x = r2 within 1e-12
//! expect r1 = 1 within 1e-12
//! final x = 2 within 1e-12
model FunctionConstantBranches
  "What functions inside of functions give in all branches is a constant: der(x) has the factor 0"
  function ofOne
    input Boolean first;
    input Real given;
    output Real a;
    output Real b;
  algorithm
    if first then
      a := given;
      b := 1;
    else
      a := given;
      b := 2;
    end if;
  end ofOne;
  function ofBoth
    input Boolean first;
    output Real a;
    output Real b;
  algorithm
    if first then
      (a, b) := ofOne(first, 1);
    else
      (a, b) := ofOne(first, 2);
      a := a - 1;
    end if;
  end ofBoth;
  Real r1, r2, x;
equation
  (r1, r2) = ofBoth(time < 0.5);
  r2 = (1 - r1)*der(x) + x;
end FunctionConstantBranches;
