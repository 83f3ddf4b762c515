//! run --stop 1
//! expect d = 0 within 0
//! expect s = 55*t + 10 within 1e-12
//! expect q = 55*t + 40 within 1e-12
package RememberedLibrary
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
    input Integer id;
    output Real y;
  external "C" y = ModelicaRandom_impureRandom_xorshift1024star(id);
  end other;
  function costly
    input Real x;
    input Integer id;
    output Real y = x;
  algorithm
    for i in 1:10 loop
      y := y + other(id);
    end for;
  end costly;
  function first
    input Real x;
    input Integer id;
    output Real y = 0;
  algorithm
    for i in 1:2 loop
      y := y + costly(x, id);
    end for;
  end first;
  function second
    input Real x;
    input Integer id;
    output Real y = 0;
  algorithm
    for i in 1:2 loop
      y := costly(x, id) + y;
    end for;
  end second;
  function ladder
    input Real x;
    input Integer n;
    output Real y = 0;
    output Real z = 0;
  algorithm
    for i in 1:10 loop
      y := y + i*x + n;
      z := y - n;
    end for;
  end ladder;
end RememberedLibrary;
model Remembered "A function of many statements is not evaluated again for the same numbers, but for others"
  import RememberedLibrary.*;
  parameter Integer id(fixed = false);
  Real d = first(time, id) - second(time, id), s, z, q;
initial equation
  id = prepare();
equation
  (s, z) = ladder(time, 1);
  (q, ) = ladder(time, 4);
end Remembered;
