block CountInputs "What is given from outside is no unknown in either count"
  input Real u[2];
  output Real y, w;
  Real z;
equation
  z = u[1] - u[2];
  y = z;
end CountInputs;
