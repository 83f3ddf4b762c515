model M
  parameter Real T(unit = "K", min = 0) = 20;
  parameter Real T_step(unit = "K", min = 0) = 10;
  Real T_all[3](each unit = "K") = {T + i*T_step for i in 1:3};
end M;
