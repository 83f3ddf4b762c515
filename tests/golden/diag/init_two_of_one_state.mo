model InitTwoOfOneState "value and derivative of one state: what gives the voltage of the resistor is no cause"
  parameter Real R = 10, C = 1e-3;
  Real vr, i, vc;
initial equation
  vc = 0;
  der(vc) = 0;
equation
  vr = R*i;
  vr = 10 - vc;
  C*der(vc) = i;
end InitTwoOfOneState;
