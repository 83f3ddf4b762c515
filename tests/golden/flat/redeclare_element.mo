// redeclare as an element of the derived class: component and class.
model Base
  replaceable Real x(start = 3) = time;
  replaceable model Part
    parameter Real k = 1;
  end Part;
  Part p;
end Base;
model Derived
  extends Base;
  redeclare Real x(nominal = 10) = 2*time;
  redeclare model Part
    parameter Real k = 4;
    Real y = k*time;
  end Part;
end Derived;
// Real x(start = 3, nominal = 10) = 2*time; parameter Real p.k = 4; Real p.y = p.k*time;
