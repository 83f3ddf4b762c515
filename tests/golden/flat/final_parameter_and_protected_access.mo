// final on declarations and modifiers; protected elements used inside and set by their own class.
model A
  final parameter Real f = 2;
  parameter Real g = f*3;
protected
  parameter Real h = g + 1;
  Real w = h*time;
public
  Real v = w;
end A;
model B
  extends A(g = 5, h = 10);
end B;
model Top
  A a(final g = 4);
  B b;
end Top;
// a.f = 2 final; a.g = 4 final; a.h = a.g + 1; b.f = 2; b.g = 5; b.h = 10
