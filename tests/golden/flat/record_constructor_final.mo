// A final field is no input of the constructor (pitfall 40); defaults use other fields.
record R
  final constant Real k = 2;
  Real x;
  Real y = k*x;
end R;
package P
  constant R r = R(3);
  constant R s = R(3, 4);
end P;
model M
  Real a = P.r.x;
  Real b = P.r.y;
  Real c = P.s.y;
  Real d = P.r.k;
end M;
// a = 3; b = 6; c = 4; d = 2
