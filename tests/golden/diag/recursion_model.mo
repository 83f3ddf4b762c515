model Tree
  Real x = 1;
  Tree left;
end Tree;
