//! run --stop 1
//! run --stop 1 --method ida
//! run --stop 1 --method bdf
//! run --stop 1 --method sdirk
//! run --stop 1 --method radau
//! final w = 0 within 1e-9
package StillConstantLibrary
  impure function set
    input Integer state[33];
    input Integer id;
  external "C" ModelicaRandom_setInternalState_xorshift1024star(state, size(state, 1), id);
  end set;
  impure function prepare
    output Integer id = 1;
  algorithm
    set(1:33, id);
  end prepare;
  function other "Has another value each time it is called"
    input Real x;
    input Integer id;
    output Real y;
  external "C" y = ModelicaRandom_impureRandom_xorshift1024star(id);
  end other;
end StillConstantLibrary;
model StillConstant "What depends on parameters only is computed once"
  import StillConstantLibrary.*;
  parameter Real p = 2;
  parameter Integer id(fixed = false);
  Real r = other(p, id), s, q = other(s, id), u(start = 1), y(start = 0, fixed = true), w;
initial equation
  id = prepare();
equation
  s = r + other(r, id);
  u^3 + u = s + q "A system of its own";
  der(y) = u;
  w = y - time*u "Zero only if u has one value";
end StillConstant;
