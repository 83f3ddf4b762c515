//! expect y = 2*t within 1e-12
//! expect z = 3*t within 1e-12
//! stderr `f` is redeclared but is not replaceable
package FunctionNoElementParts "An element of a constant that there is not, where nobody asks for it; a partial function that is redeclared"
  partial package Base
    constant Integer salt = 0;
    constant Boolean ignore[3] = {true, false, true};
    partial function f
      input Real x;
      output Real y;
    end f;
    function check
      input Real x;
      output Real y;
    algorithm
      assert(x >= 0 or ignore[salt], "negative");
      y := 2*x;
    end check;
  end Base;
  package Three
    extends Base;
    redeclare function extends f
    algorithm
      y := 3*x;
    end f;
  end Three;
end FunctionNoElementParts;
model FunctionNoElement
  import FunctionNoElementParts.*;
  Real y = Three.check(time), z = Three.f(time);
end FunctionNoElement;
