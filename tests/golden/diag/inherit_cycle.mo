model A
  extends B;
end A;
model B
  extends C;
end B;
model C
  extends A;
  Real x = 1;
end C;
