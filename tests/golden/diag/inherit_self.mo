model A
  extends A;
  Real x = 1;
end A;
