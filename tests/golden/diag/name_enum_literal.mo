type Kind = enumeration(linear, quadratic);
model M
  parameter Kind k = Kind.quadratik;
end M;
