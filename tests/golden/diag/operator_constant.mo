package P
  constant Length c = 2;
end P;
operator record Pair
  Real a, b;
  encapsulated operator function '*'
    import P;
    input Real k;
    input .Pair p;
    output .Pair r;
  algorithm
    r := .Pair(P.c*p.a, p.b);
  end '*';
end Pair;
model M
  Pair p = 2*Pair(1, 2);
end M;
