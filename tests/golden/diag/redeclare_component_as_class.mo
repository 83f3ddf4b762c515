model RedeclareComponentAsClass
  model P
    Real y = 1;
  end P;
  model Loop
    replaceable model C = P;
    C c;
  end Loop;
  Loop l(redeclare model c = P);
end RedeclareComponentAsClass;
