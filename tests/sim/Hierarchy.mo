//! run --stop 5 --tolerance 1e-9 --method cvode
//! run --stop 5 --tolerance 1e-9 --method ida
//! expect x**2 + y**2 = 1 within 1e-6
//! expect x = cos(t) within 1e-6
//! expect v["b.r.p"] = 3*x within 1e-12
//! expect v["level3[2]"] = 2*x within 1e-12
//! expect v["a.r.p"] = 35 within 0
model Hierarchy "extends, modifiers over levels, inner/outer, redeclared types, arrays of components"
  type Length = Real(unit = "m");
  model Base
    parameter Real k = 1;
    Length p;
  end Base;
  model Middle
    extends Base(k = 2);
    outer parameter Real common;
  equation
    p = k*common;
  end Middle;
  model Holder
    replaceable model Part = Middle constrainedby Base;
    Part r(k = 5);
  end Holder;
  model Other
    extends Base;
    outer Real x;
  equation
    p = k*x;
  end Other;
  inner parameter Real common = 7;
  inner Real x(start = 1, fixed = true);
  Real y(start = 0, fixed = true);
  Holder a, b(redeclare model Part = Other, r(k = 3));
  Real level3[3] = c.p;
  Other c[3](k = {1, 2, 3});
equation
  der(x) = -y;
  der(y) = x;
end Hierarchy;
