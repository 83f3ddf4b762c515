//! run --stop 1 --interval 0.5
//! final v["a[1].p"] = 3.5 within 0
//! final v["a[12].p"] = 3.5 within 0
//! final v["a[1].q"] = -1 within 0
//! final v["a[12].q"] = -1 within 0
//! final v["a[1].r"] = 0 within 0
model RolledResults "Results of different types of one function, of many components one after the other"
  record R
    Boolean x;
    Integer g[4];
    Real y;
  end R;
  function f
    output R v;
  protected
    Real w = 3.5;
  algorithm
    v := R(false, fill(-1, 4), w);
    for i in 1:2 loop
      w := sin(v.g[1 + i]);
    end for;
  end f;
  block A
    parameter R c = f();
    Real p = c.y, q = c.g[1], r = if c.x then 1 else 0;
  end A;
  A a[12];
end RolledResults;
