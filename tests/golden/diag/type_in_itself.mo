model Rec
  partial package P
    constant V n = 1;
    record S
      Real X[n];
    end S;
  end P;
  package A
    extends P(n = 1);
  end A;
  model V
    replaceable package M = P;
    M.S s;
  end V;
  V v(redeclare package M = A);
end Rec;
