//! run --stop 1 --tolerance 1e-9
//! quiet
//! expect v["lag[1].y"] = exp(-t) within 1e-7
//! expect v["lag[2].y"] = exp(-2*t) within 1e-7
model FeedbackInLoop "Outputs that are fed back to the inputs of the same elements"
  connector In = input Real;
  connector Out = output Real;
  block Lag
    In u;
    Out y(start = 1, fixed = true);
    parameter Real k = 1;
  equation
    der(y) = -k*u;
  end Lag;
  Lag lag[2](k = {1, 2});
equation
  for i in 1:2 loop
    connect(lag[i].y, lag[i].u);
  end for;
end FeedbackInLoop;
