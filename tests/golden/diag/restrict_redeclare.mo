model Base
  replaceable Real x = 1;
  replaceable model Part = One;
protected
  replaceable Real z = 1;
end Base;
model One
  Real x = 1;
end One;
model Two
  Real x = 1;
  Real y = 2;
end Two;
model Derived
  extends Base;
  redeclare Real z = 2;
protected
  redeclare Real x = 3;
end Derived;
model Again
  extends Base(redeclare model Part = Two);
end Again;
model Third
  extends Again(redeclare model Part = One);
end Third;
model Constrained
  replaceable One a constrainedby Two;
  replaceable model P = Two constrainedby Two;
end Constrained;
model M
  Derived d;
  Third t;
  Constrained c;
  Constrained e(redeclare replaceable model P = Two constrainedby One);
end M;
