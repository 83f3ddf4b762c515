// A field that is a record is filled from the values of its own fields if it is not given.
package P
  record R
    Real x = 1;
    Real y[2] = {x, 2};
  end R;
  record S
    Integer n = 3;
    R r(x = 5);
    Real z = r.x + n;
  end S;
end P;
model M
  parameter P.S s = P.S(n = 4);
  parameter P.S t = P.S(r = P.R(x = 6));
end M;
// s: n = 4, r.x = 5, r.y = {5, 2}, z = 9; t: n = 3, r.x = 6, r.y = {6, 2}, z = 9
