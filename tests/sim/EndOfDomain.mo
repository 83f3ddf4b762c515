// A function ends exactly where the states are at the stop, and at an event: rounding may put them beyond,
// which is no failure by any method.
//! run --method bdf
//! run --method sdirk
//! run --method radau
//! run --method rk45
//! run --method rk8
//! run --method cvode
//! run --method ida
//! run --method sdirk --tolerance 1e-9
//! final v["x[1]"] = 1 within 1e-7
//! final v["y[1]"] = 0 within 1e-6
//! final v["y[9]"] = 0 within 1e-6
model EndOfDomain
  function below "The distance from an end, which must not be passed"
    input Real u, limit;
    output Real y;
  algorithm
    assert(u <= limit, "beyond the end");
    y := limit - u;
  end below;
  constant Real limit[:] = {1.0, 1.1, 1.7, 2.3, 3.3, 4.7, 5.1, 6.9, 7.7};
  Real x[size(limit, 1)](each start = 0, each fixed = true), y[size(limit, 1)];
equation
  for i in 1:size(limit, 1) loop
    der(x[i]) = if time < 0.7 then limit[i]/0.7 else 0;
    y[i] = below(x[i], limit[i]);
  end for;
  annotation(experiment(StopTime = 0.7));
end EndOfDomain;
