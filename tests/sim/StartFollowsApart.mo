//! run --stop 0.1 --tolerance 1e-9
//! quiet
//! final v["decay.begun"] = exp(2) within 1e-9
//! final v["inverse.begun"] = 0.25 within 1e-9
//! final v["power.begun"] = 2**0.25 within 1e-9
//! final v["energy.begun"] = 2 within 1e-9
//! final v["momentum.begun"] = 1 within 1e-9
//! final v["pair.begun"] = 2 within 1e-9
model StartFollowsApart "States without start values, each moved by what is given for what follows from it: beside the end of its domain, where its slope vanishes, and a speed by an energy or a momentum"
  partial model Given
    Real x(stateSelect = StateSelect.always), rate;
    discrete Real begun "x at the start";
  equation
    when initial() then
      begun = x;
    end when;
  end Given;
  model Decay
    extends Given;
    Real y(start = 2, stateSelect = StateSelect.never);
  equation
    der(x) = -x;
    y = log(x);
    rate = der(y);
  end Decay;
  model Inverse
    extends Given;
    Real y(start = 4, stateSelect = StateSelect.never);
  equation
    der(x) = -x;
    y = 1/x;
    rate = der(y);
  end Inverse;
  model Power
    extends Given;
    Real y(start = 2, stateSelect = StateSelect.never);
  equation
    der(x) = -x;
    y = x^4;
    rate = der(y);
  end Power;
  model Energy
    extends Given;
    Real s(start = 0, fixed = true), E(start = 2, stateSelect = StateSelect.never);
  equation
    der(s) = x;
    der(x) = -s;
    E = x^2/2;
    rate = der(E);
  end Energy;
  model Momentum
    extends Given;
    parameter Real m = 2;
    Real s(start = 0, fixed = true), p(start = 2, stateSelect = StateSelect.never);
  equation
    der(s) = x;
    p = m*x;
    der(p) = -s;
    rate = der(x);
  end Momentum;
  model Pair "Two that hang together"
    extends Given;
    Real z(stateSelect = StateSelect.always);
    Real sum(start = 5, stateSelect = StateSelect.never), difference(start = -1, stateSelect = StateSelect.never);
  equation
    der(x) = -x;
    der(z) = -z;
    sum = x + z;
    difference = x - z;
    rate = der(sum) + der(difference);
  end Pair;
  Decay decay;
  Inverse inverse;
  Power power;
  Energy energy;
  Momentum momentum;
  Pair pair;
end StartFollowsApart;
