//! run --stop 1
//! stderr should be in one
//! final v["y"] = 2 within 0
record Params "Has a type and variables"
  type Kind = enumeration(one, two);
  parameter Real k = 1;
  parameter Kind kind = Kind.one;
end Params;
model ImportedType "An enumeration that a record declares may be imported: it has nothing of its variables"
  import Params.Kind;
  parameter Kind kind = Kind.two;
  Integer y = Integer(kind);
end ImportedType;
