//! run --stop 0
//! expect v["l[1].x"] = 3 within 0
//! expect v["l[2].x"] = 4 within 0
//! expect v["same[2].x"] = 7 within 0
//! expect v["pair[1].l[2].x"] = 3 within 0
//! expect v["pair[2].l[1].x"] = 4 within 0
//! expect v["part[1].x"] = 5 within 0
//! expect v["part[2].x"] = 6 within 0
//! expect v["all[1].x"] = 9 within 0
model RedeclareSplit "A redeclaration in a modifier of an array has a value for each element, or one for all"
  record C
    parameter Real a = 1;
  end C;
  record D
    extends C(a = 2);
    parameter Real b = 0;
  end D;
  model Line
    replaceable parameter C c;
    Real x = c.a;
  end Line;
  model Pair
    Line l[2];
  end Pair;
  parameter D d[2] = {D(a = 3), D(a = 4)};
  Line l[2](redeclare parameter D c = d);
  Line same[2](redeclare parameter D c = D(a = 7));
  Line all[2](each redeclare parameter D c = D(a = 9));
  Line part[2](redeclare parameter D c(a = {5, 6}));
  Pair pair[2](l(redeclare parameter D c = {{d[1], d[1]}, {d[2], d[2]}}));
end RedeclareSplit;
