model M
  Real 'höhe' = time;
  Real '速度' = 1;
end M;
