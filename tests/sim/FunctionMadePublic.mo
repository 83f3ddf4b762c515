//! run --stop 1
//! stderr is protected and is redeclared as public
//! expect v["m.y"] = 3*t within 1e-12
model FunctionMadePublic "A protected function that is redeclared as a public one"
  function twice
    input Real x;
    output Real y = 2*x;
  end twice;
  function thrice
    input Real x;
    output Real y = 3*x;
  end thrice;
  model Base
    Real y = f(time);
  protected
    replaceable function f = twice;
  end Base;
  model Derived
    extends Base;
    redeclare function f = thrice;
  end Derived;
  Derived m;
end FunctionMadePublic;
