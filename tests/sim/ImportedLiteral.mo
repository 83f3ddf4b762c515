//! run --stop 1
//! stderr is an enumeration, not a package
//! final v["y"] = 2 within 0
//! final v["part.z"] = 5 within 0
package Kinds
  type Kind = enumeration(one, two);
end Kinds;
model ImportedLiteral "A literal may be imported by its name, as a constant of a package"
  import Kinds.Kind.two;
  import first = Kinds.Kind.one;
  model Part
    parameter Kinds.Kind kind = Kinds.Kind.one;
    Real z = if kind == Kinds.Kind.two then 5 else 1;
  end Part;
  Part part(kind = two);
  Integer y = Integer(two)*Integer(first);
end ImportedLiteral;
