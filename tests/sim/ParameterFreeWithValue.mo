//! run --stop 1
//! expect x = 4 within 0
model ParameterFreeWithValue "a value determines a parameter whatever fixed says"
  function twice
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
  end twice;
  partial function operation
    input Real u;
    output Real y;
  end operation;
  function apply
    input operation f;
    input Real u;
    output Real y;
  algorithm
    y := f(u);
  end apply;
  function again "hands its own function on"
    input operation f;
    input Real u;
    output Real y;
  algorithm
    y := apply(function f(), u);
  end again;
  parameter Real p = 2;
  parameter Real q(fixed = false) = again(function twice(), p);
  Real x = q;
end ParameterFreeWithValue;
