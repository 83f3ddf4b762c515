//! expect x = 3*t within 1e-6
//! expect y = 5 within 1e-12
package Laws
  constant Real k = 1;
  constant String name = "one";
  function f
    input Real u;
    output Real y;
  protected
    String text;
  algorithm
    text := name + "!";
    y := k*u + length_of(text);
  end f;
  function length_of
    input String s;
    output Real n;
  algorithm
    n := if s == "three!" then 2 else 100;
  end length_of;
end Laws;
model Part "Its package has constants of the model"
  constant Real gain = 1;
  constant String name = "none";
  replaceable package Own = Laws(k = gain, name = name);
  Real x(start = 0, fixed = true);
  Real y = Own.f(1);
equation
  der(x) = Own.f(1) - 2;
end Part;
model ConstantOfPackage "Functions of packages in an array of models, of which the constants are alike"
  Part part[4](each gain = 3, each name = "three");
  Real x = part[2].x;
  Real y = part[4].y;
end ConstantOfPackage;
