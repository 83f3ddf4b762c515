//! run --stop 10 --method bdf
//! run --stop 10 --method sdirk
//! run --stop 10
//! final v["p[1]"] = 609783.254 within 1e-6
//! final v["p[2]"] = 610740.276 within 1e-6
package StepDifferencesLibrary
  function solve "A*x = b for two unknowns"
    input Real A[2, 2], b[2];
    output Real x[2] = b;
    output Integer info;
  protected
    Real B[2, 2] = A;
    Integer pivot[2];
  external "FORTRAN 77" dgesv(2, 1, B, 2, pivot, x, 2, info);
  end solve;
  function f "tanh(x), of which no derivative is known"
    input Real x, a[2];
    output Real y;
  protected
    Real c[2] = solve({{2, 1}, a}, {3, 3});
  algorithm
    assert(max(c[1] .+ 2*c[2]*a) >= 0, "wrong", level = AssertionLevel.warning);
    if x < min(a) then
      y := tanh(c[1]*x);
    else
      y := tanh(c[2]*x);
    end if;
  end f;
end StepDifferencesLibrary;
model StepDifferences "Derivatives that have so small a part in a system that differences must be large to show it, as in MSL's pumps"
  import StepDifferencesLibrary.f;
  Real p[2](each start = 6e5), q[2], out[2], d;
initial equation
  der(p) = {0, 0};
equation
  out = 1e-6*{sqrt(p[1] - 1e5), sqrt(p[2] - 1e5)};
  for i in 1:2 loop
    q[i] = out[i] + 4.5e-13*der(p[i]) + d*(if i == 1 then 1 else -1);
    50 + 1e-5*(p[i] - 5.7e5) = 51 + 1e-2*i + 1e-4*time - f(1e3*q[i], {1, 2});
  end for;
  1e5*d + d^3 = 1e-10*(der(p[1]) - der(p[2])) + p[1]*1e-6 - p[2]*1e-6;
end StepDifferences;
