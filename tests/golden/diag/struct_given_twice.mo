model M
  model Valve
    parameter Real k = 2;
    Real dp, m, P;
  equation
    m = k*dp;
    P = dp*m;
    m = 2*k*dp;
  end Valve;
  Valve v;
equation
  v.dp = 1 + time;
end M;
