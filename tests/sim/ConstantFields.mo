//! run --stop 2
//! expect y = 1*t**2 + 3*t within 1e-12
//! expect z = 5*t**3 within 1e-12
//! expect k = 7 within 0
// Constant fields of a record: a constant record that has a value as a whole takes them from it, sizes too; one that is
// a parameter keeps those of the declaration.
package Parts
  record Coefficients
    constant Real a[:, 2] = fill(0.0, 0, 2);
    constant Real b[:] = fill(0.0, 0);
    Boolean used = false;
  end Coefficients;

  partial package Fluid
    constant Coefficients c;
    function f
      input Real x;
      output Real y;
    algorithm
      y := sum(c.b);
      for i in 1:size(c.a, 1) loop
        y := y + c.a[i, 1]*x^c.a[i, 2];
      end for;
    end f;
  end Fluid;

  package First
    extends Fluid(c = own);
    final constant Coefficients own(a = [1, 2; 3, 1]);
  end First;

  package Second
    extends Fluid(c = own);
    final constant Coefficients own(a = [5, 3]);
  end Second;

  record Kept
    constant Real k = 7;
    Real x = 1;
  end Kept;

  connector Pin "with an empty section"
    Real v;
    flow Real i;
  equation
  end Pin;
end Parts;

model ConstantFields
  replaceable package Medium = Parts.First constrainedby Parts.Fluid;
  package Other = Parts.Second;
  Parts.Pin p(v = time);
  parameter Parts.Kept given = Parts.Kept(2);
  Real k = given.k;
  Real y = Medium.f(time);
  Real z = Other.f(time);
end ConstantFields;
