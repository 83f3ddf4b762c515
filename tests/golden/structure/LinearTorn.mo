// A resistive bridge: one linear system in the two free node voltages and the branch currents.
model LinearTorn
  parameter Real R[5] = {1, 2, 3, 4, 5};
  Real a, b, i[5], u = sin(time);
equation
  u - a = R[1]*i[1];
  u - b = R[2]*i[2];
  a = R[3]*i[3];
  b = R[4]*i[4];
  a - b = R[5]*i[5];
  i[1] = i[3] + i[5];
  i[2] + i[5] = i[4];
end LinearTorn;
