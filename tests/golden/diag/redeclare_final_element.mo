// A redeclaration that is final ends the chain.
model A
  replaceable Real x = 1;
end A;
model B
  extends A;
  redeclare final Real x = 2;
end B;
model Top
  B b(x = 3);
end Top;
