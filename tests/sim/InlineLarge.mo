//! run --stop 2 --tolerance 1e-8 --method bdf
//! run --stop 2 --tolerance 1e-8 --method sdirk
//! run --stop 2 --tolerance 1e-8 --method radau
//! run --stop 2 --tolerance 1e-8 --method cvode
//! final a = 0.58351011367 within 1e-6
//! final b = 0.41713620991 within 1e-6
//! final c = 0.12240422151 within 1e-6
model InlineLarge "IN-16, IN-31: a step that cannot be torn to few unknowns is iterated over derivatives, with a sparse matrix"
  parameter Integer n = 60;
  Real v[n](each start = 0, each fixed = true), i[n], d[n];
  Real x[n](each start = 0, each fixed = true), w[n](each start = 0, each fixed = true), f[n];
  Real a = v[2], b = v[20], c = x[3];
equation
  for k in 1:n loop
    i[k] = (if k == 1 then 5*sin(time) - v[1] else v[k - 1] - v[k])*100;
    d[k] = 1e-9*(exp(v[k]/0.0258) - 1);
    0.1*der(v[k]) = i[k] - (if k < n then i[k + 1] else 0) - d[k];
    der(x[k]) = w[k];
    der(w[k]) = f[k] - (if k < n then f[k + 1] else 0);
    f[k] = (if k == 1 then sin(time) - x[1] - w[1] else x[k - 1] - x[k] + (x[k - 1] - x[k])^3 + 5*(w[k - 1] - w[k]));
  end for;
end InlineLarge;
