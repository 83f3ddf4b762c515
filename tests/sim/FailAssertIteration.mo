//! run --stop 200
//! status 3
//! stderr assertion failed: pressure must be positive
//! stderr FailAssertIteration.mo:
//! stderr called in d = density(p, T)
//! stderr `d` is -
//! stderr by m = d*V
//! never ends here
model FailAssertIteration "What a function is solved for comes to where an assertion in it fails"
  function density
    input Real p, T;
    output Real d;
  algorithm
    assert(p > 0, "pressure must be positive");
    d := p/(287*T);
  end density;
  parameter Real V = 2, T = 293, qm = 0.05;
  Real m(start = 5, fixed = true), p(start = 2e5), d;
equation
  d = density(p, T);
  m = d*V;
  der(m) = -qm;
end FailAssertIteration;
