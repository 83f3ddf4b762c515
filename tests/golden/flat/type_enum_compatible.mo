// Enumerations with equal literals in equal order are compatible (pitfall 19).
type A = enumeration(x, y);
type B = enumeration(x, y);
model M
  A a = if time > 1 then A.x else A.y;
  B b = a;
end M;
// b = a
