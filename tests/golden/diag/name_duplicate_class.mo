model M
  model A
    Real x = 1;
  end A;
  record A
    Real y;
  end A;
  A a;
end M;
