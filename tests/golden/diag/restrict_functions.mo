// Specification 12.2, 12.3: what functions consist of.
package Parts
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Box
    Real x = 1;
  end Box;
  function ofModel
    input Box b;
    output Real y;
  algorithm
    y := 1;
  end ofModel;
  function withConnector
    input Real u;
    output Real y;
  protected
    Pin p;
  algorithm
    y := u;
  end withConnector;
  function withInner
    inner input Real u;
    output Real y;
  algorithm
    y := u;
  end withInner;
  function twoBodies
    input Real u;
    output Real y;
  algorithm
    y := u;
  external "C" y = sin(u);
  end twoBodies;
  impure function clock
    output Real y;
  algorithm
    y := 1;
  end clock;
  function notImpure
    extends clock;
  end notImpure;
end Parts;
model Test
  Parts.Box b;
  Real x[4] = {Parts.ofModel(b), Parts.withConnector(1), Parts.withInner(1), Parts.twoBodies(1)};
  Real y;
equation
  when time > 0.5 then
    y = Parts.notImpure();
  end when;
end Test;
