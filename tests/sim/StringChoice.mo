//! run --stop 1 --set law="slow" --tolerance 1e-9
//! expect x = exp(-t) within 1e-7
model StringChoice "A String set from outside; the model is y' = -y for slow"
  parameter String law = "fast" annotation(Evaluate = true);
  Real x(start = 1, fixed = true);
equation
  if law == "fast" then
    der(x) = -10*x;
  else
    der(x) = -x;
  end if;
end StringChoice;
