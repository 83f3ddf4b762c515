operator record Pair
  Real a, b;
  encapsulated operator function '*'
    input Real k;
    input .Pair p;
    output .Pair r = .Pair(n*p.a, n*p.b);
  algorithm
  end '*';
end Pair;
model M
  Pair p = 2*Pair(1, 2);
end M;
