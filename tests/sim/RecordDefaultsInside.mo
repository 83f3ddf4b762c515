//! expect y = 3*t within 1e-12
package RecordDefaultsInsideParts "A constant of a package that a component chooses: defaults of its fields do not contradict its value"
  record Data
    Real k = 1;
    Boolean known = false;
  end Data;
  partial package Base
    constant Data data[2];
    function f
      input Real x;
      output Real y;
    algorithm
      y := if data[2].known then data[2].k*x else 0;
    end f;
  end Base;
  package Plain
    extends Base;
  end Plain;
  model Fluid
    replaceable package Medium = Plain(data = {Data(k = 2, known = false), Data(k = 3, known = true)});
    Real y = Medium.f(time);
  end Fluid;
end RecordDefaultsInsideParts;
model RecordDefaultsInside
  RecordDefaultsInsideParts.Fluid fluid;
  Real y = fluid.y;
end RecordDefaultsInside;
