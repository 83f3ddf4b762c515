//! run --stop 1
//! expect v["x[1]"] = t within 1e-12
//! expect v["x[2]"] = 1 + t within 1e-12
//! expect v["x[3]"] = t within 1e-12
//! expect v["x[4]"] = 1 + t within 1e-12
//! final v["y[1]"] = 0.75 within 1e-12
//! final v["y[2]"] = 0.5 within 1e-12
//! final v["y[3]"] = 0.25 within 1e-12
model LoopBranches "What stands in the branch that a place in a loop does not have is not looked at there: x[0], y[0]"
  parameter Integer length = 2, delay = 3;
  Real x[4];
  discrete Real y[delay](each start = 0, each fixed = true);
equation
  for i in 1:4 loop
    if mod(i, length) == 1 then
      x[i] = time;
    else
      x[i] = x[i - 1] + 1;
    end if;
  end for;
  when sample(0, 0.25) and time < 0.9 then
    for i in 1:delay loop
      if mod(i, delay) == 1 then
        y[i] = time;
      else
        y[i] = pre(y[i - 1]);
      end if;
    end for;
  end when;
end LoopBranches;
