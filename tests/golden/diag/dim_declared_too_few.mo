model DimDeclaredTooFew "A matrix is given to what is declared as a vector"
  Real M[2];
equation
  M = [1 + 0.125*sin(time)^2 + 0.0625*sin(time)^4, 0.5*cos(time)*exp(-time);
       0.5*cos(time), 1];
end DimDeclaredTooFew;
