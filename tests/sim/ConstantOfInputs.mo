//! run --stop 3 --vars *
//! expect v["m[1]"] = (t + 5)/3 within 1e-12
//! expect v["m[2]"] = 5 within 1e-12
//! expect v["none[2]"] = 0 within 0
//! expect v["y[1]"] = 3*cos(t) + 2*t within 1e-12
//! expect v["y[2]"] = -2*sin(t) within 1e-12
//! stderr `r` is declared constant, but computed from variables of the function
// Sums of columns whose number of rows only the call knows, also of no columns; constants of a function that are
// computed from its inputs, and from each other.
package Parts
  function mean
    input Real v[:, :];
    output Real m[size(v, 1)];
  protected
    Integer n = size(v, 2);
  algorithm
    m := sum(v[:, k] for k in 1:n)/max(n, 1);
  end mean;

  function turned
    input Real x[2];
    input Real a;
    output Real y[2];
  protected
    constant Real r = q + K[1, 1];
    constant Real q = 2*a;
    constant Real K[2, 2] = {{cos(a), sin(a)}, {-sin(a), cos(a)}};
  algorithm
    y := K*x + {r, 0};
  end turned;
end Parts;

model ConstantOfInputs
  Real m[2] = Parts.mean([time, 2, 3; 4, 5, 6]);
  Real none[2] = Parts.mean(fill(time, 2, 0));
  Real y[2] = Parts.turned({2, 0}, time);
end ConstantOfInputs;
