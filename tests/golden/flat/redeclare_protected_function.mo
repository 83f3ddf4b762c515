// A protected replaceable function is redeclared in a derived class (pitfall 35).
model Base
  Real y = f(time);
  Real z = f(2);
protected
  replaceable function f
    input Real u;
    output Real y;
  algorithm
    y := u;
  end f;
end Base;
model Derived
  extends Base;
protected
  redeclare function f
    input Real u;
    output Real y;
  algorithm
    y := 3*u;
  end f;
end Derived;
// Real y = f(time); Real z = f(2); where f is 3*u
