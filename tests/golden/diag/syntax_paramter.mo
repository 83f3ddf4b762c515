model Par
  paramter Real k = 2;
  Real x = k*time;
end Par;
