//! run --stop 1
//! expect v["x"] = 30 + 10*t within 1e-9
//! expect v["safe"] = t within 1e-9
model PositionOfName "Calls with literals are known; where they cannot be had, only if they are reached"
  constant String names[3] = {"a", "b", "c"};
  function position
    input String name;
    output Integer index = 0;
  algorithm
    for i in 1:size(names, 1) loop
      if names[i] == name then
        index := i;
      end if;
    end for;
    assert(index > 0, "there is no " + name);
  end position;
  function pick
    input Real v[3];
    input Boolean all;
    output Real y;
  algorithm
    y := v[position("c")] + v[position("a")] - (if all then v[position("d")] else 0);
  end pick;
  Real x = pick({10*time, 20, 30}, time < 0);
  Real safe = if time < 0 then position("d") else time;
end PositionOfName;
