//! run --stop 1
//! expect v["z[2]"] = t + 2 within 1e-12
//! expect v["twice[4]"] = 2 within 1e-12
//! expect v["twice[1]"] = 2*t within 1e-12
//! expect v["grown[4]"] = 3*t within 1e-12
//! expect v["columns[3,2]"] = 6 within 1e-12
//! expect v["first[1]"] = t within 1e-12
//! expect v["large[2]"] = t + 9 within 1e-12
//! expect s = 2*t + 2 within 1e-12
package Sizes
  function pair
    input Real u;
    output Real y[:];
  algorithm
    y := {u + 1, u + 2};
  end pair;
  function longer
    input Real u[:];
    output Real y[:];
  protected
    Real a[size(u, 1) + 1];
  algorithm
    a := cat(1, u, {1});
    y := 2*a;
  end longer;
  function grown
    input Real u;
    output Real y[:];
  algorithm
    y := {u};
    for i in 1:3 loop
      y := cat(1, y, {u*i});
    end for;
  end grown;
  function columns
    input Real u[:];
    output Real y[:, :];
    output Real first[:];
  algorithm
    y := [u, 2*u];
    first := y[:, 1];
  end columns;
  function large "not defined for what a translator may try"
    input Real u;
    output Real y[:];
  algorithm
    assert(u > 7, "u must be large");
    y := {sqrt(u - 7), u};
  end large;
end Sizes;
model OutputSizes "Sizes of results that only the statements of a function tell, for arguments that vary"
  Real z[2] = Sizes.pair(time), twice[:] = Sizes.longer({time, 2, 3}), grown[:] = Sizes.grown(time);
  Real s = sum(Sizes.longer({time}));
  Real columns[3, 2], first[3], large[:] = Sizes.large(time + 9);
equation
  (columns, first) = Sizes.columns({time, 2, 3});
end OutputSizes;
