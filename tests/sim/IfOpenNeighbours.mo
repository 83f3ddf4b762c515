//! expect v["x[1,1]"] = 1 within 1e-12
//! expect v["x[1,2]"] = 5*t within 1e-12
//! expect v["x[1,4]"] = 20*t within 1e-12
//! expect v["x[2,1]"] = 2*t within 1e-12
//! expect v["x[2,4]"] = 2 within 1e-12
model IfOpenNeighbours "Initial equations decide, at each place of a loop, between branches with neighbours of the place"
  parameter Integer n = 4;
  parameter Boolean closed[2](each fixed = false);
  Real x[2, n], y[5] = {1, 2, 4, 8, 16}*time;
initial equation
  closed = {false, true};
equation
  for i in 1:2 loop
    if closed[i] then
      for j in 1:n - 1 loop
        x[i, j] = y[j + 1];
      end for;
      x[i, n] = 2;
    else
      x[i, 1] = 1;
      for j in 2:n loop
        x[i, j] = y[j - 1] + y[j + 1];
      end for;
    end if;
  end for;
end IfOpenNeighbours;
