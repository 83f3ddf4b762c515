model init_zero_product "A product that one parameter makes 0: that one is named"
  model Body
    parameter Real C = 1;
    Real T;
    input Real Q;
  equation
    C*der(T) = Q;
  end Body;
  parameter Real m = 0, c = 4190;
  Body pot(C = m*c, Q = 1500 + time - 4*(pot.T - 293), T(start = 293, fixed = true));
end init_zero_product;
