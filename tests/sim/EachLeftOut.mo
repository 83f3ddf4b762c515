//! run --stop 1 --vars *
//! expect v["c[3].y"] = 5*t within 1e-12
//! expect v["d[1].c[2].y"] = 3*t within 1e-12
//! expect v["d[2].c[1].y"] = 3*t within 1e-12
//! expect v["e[2].y"] = (1 + 4)*t within 1e-12
//! stderr `c.k` is given to every element of an array; write `each` in front of it
//! stderr `d.r` is given to every element of an array; write `each` in front of it
// One value for all elements of an array, without `each`: a number, a record, a parameter of the component around.
model EachLeftOut
  model C
    parameter Real k = 1;
    parameter Real v[2] = {0, 0};
    Real y = (k + v[2])*time;
  end C;
  record R
    Real a;
    Real b;
  end R;
  model D
    parameter R r;
    C c[2](k = r.a);
  end D;
  parameter Real p = 5;
  C c[3](k = p);
  D d[2](r = R(3, 4));
  C e[2](k = 1, v = {{1, 2}, {3, 4}});
end EachLeftOut;
