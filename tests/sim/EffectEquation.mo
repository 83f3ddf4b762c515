//! run --stop 1
//! status 3
//! stderr at time 0.5: assertion failed: late is too large
model EffectEquation "Functions called for their effect alone, as equations"
  function check
    input String name;
    input String[:] names;
    input Real x[:];
    input Real limit;
  protected
    Integer n = size(names, 1);
  algorithm
    assert(n == 2, "names are missing");
    for i in 1:size(x, 1) loop
      assert(x[i] < limit, name + " is too large");
    end for;
  end check;
  parameter Real p = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  check("parameters", {"a", "b"}, {p, 1}, 3);
  if x > 10 then
    check("never", {"a", "b"}, {x}, 0);
  end if;
  when time > 0.25 then
    check("event", {"a", "b"}, {x}, 1);
  end when;
  check("late", {"a", "b"}, {time, x/10}, 0.5);
end EffectEquation;
