// Enumerations, arrays indexed by them, loops over them (notes 13.5, pitfalls 17 and 20).
type E = enumeration(lo "low", mid, hi);
model T5
  Real k[E] = {1, 2, 3};
  Real y = k[E.hi];
  Real z[E];
  E e(start = E.mid);
  Integer i = Integer(E.hi);
  E back = E(2);
equation
  for s in E loop
    z[s] = k[s]*Integer(s);
  end for;
  e = if time < 1 then E.lo else E.hi;
end T5;
// Integer i = Integer(E.hi) (3); E back = E(2) (E.mid); e(start = E.mid)
// z[E.lo] = k[E.lo]*Integer(E.lo); the same for mid and hi;
