model TypeVectorProductInSum "the gyroscopic term is a vector: cross(w, J*w)"
  parameter Real J[3, 3] = diagonal({1, 2, 3});
  Real w[3](start = {1, 0.1, 0}, each fixed = true);
  Real M[3] = {0, 0, sin(time)};
equation
  J*der(w) = M - w*(J*w);
end TypeVectorProductInSum;
