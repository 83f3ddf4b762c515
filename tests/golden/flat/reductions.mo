// Specification 10.3.4.1: a sum may be one of arrays; of nothing, min is the greatest value of the
// type and max the least.
model M
  type E = enumeration(a, b, c);
  Real s[2] = sum({i, time*i} for i in 1:3);
  constant Real t[2] = sum({i, 2*i} for i in 1:3);
  Real u[if t[2] == 12 then 1 else 2] = {time};
  Integer i = min(k for k in 1:0), j = max(k for k in 1:0);
  Boolean b = max(k > 1 for k in 1:0);
  E e = min(E(k) for k in 1:0);
  Real r = min(fill(1.5, 0));
end M;
