package P
  model A
    Real x = time;
  end A;
  model B
    Real x = 2*time;
  end B;
end P;
