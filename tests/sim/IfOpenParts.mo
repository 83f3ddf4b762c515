//! expect v["a[1,2].x"] = 5 within 1e-12
//! expect v["b[1].x"] = 4 within 1e-12
//! expect v["b[2].x"] = 7 within 1e-12
//! expect v["y[1]"] = 1 within 1e-12
//! expect v["y[3]"] = 1 + 2*t within 1e-12
model IfOpenParts "Initial equations decide between branches with computed subscripts, in arrays of parts and in loops"
  model Part
    parameter Boolean first(fixed = false);
    parameter Boolean wanted = true;
    parameter Integer k[2] = {5, 6};
    Integer x;
  initial equation
    first = wanted;
  equation
    if true and first then
      x = max(k[1 + mod(min(fill(k[1], 4)), 1)], 4);
    else
      x = k[2];
    end if;
  end Part;
  Part a[2, 2];
  Part b[2](wanted = {true, false}, k = {{2, 3}, {1, 7}});
  parameter Boolean rises(fixed = false);
  Real y[3];
initial equation
  rises = b[1].first;
equation
  for i in 1:3 loop
    if rises and i > 1 then
      y[i] = y[i - 1] + time;
    else
      y[i] = 1;
    end if;
  end for;
end IfOpenParts;
