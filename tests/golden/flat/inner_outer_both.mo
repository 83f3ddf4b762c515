// inner outer: the modifier belongs to the inner, names in it mean the outer (pitfall 28).
model S
  input Boolean stop = false;
end S;
model Leaf
  outer S root;
  Boolean halted = root.stop;
end Leaf;
model Middle
  Boolean s = time > 1;
  inner outer S root(stop = s or root.stop);
  Leaf leaf;
end Middle;
model Top
  inner S root(stop = time > 5);
  Middle m;
end Top;
// Boolean root.stop = time > 5; Boolean m.s = time > 1; Boolean m.root.stop = m.s or root.stop;
// Boolean m.leaf.halted = m.root.stop;
