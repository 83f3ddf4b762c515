package P
  model R
    parameter Real R = 1;
  end R;
end P;
model M
  import P.R.*;
  Real x = time;
  P.R r;
  Real y = R*x;
end M;
