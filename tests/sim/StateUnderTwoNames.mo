//! run --stop 2 --tolerance 1e-9
//! expect x = exp(-t) within 1e-7
//! expect v["a.z"] = x within 1e-12
model StateUnderTwoNames "A state that a part of the model does not want is one under another name"
  model Part
    Real z(stateSelect = StateSelect.never);
  end Part;
  Part a;
  Real x(start = 1, fixed = true, stateSelect = StateSelect.always);
equation
  a.z = x;
  der(x) = -a.z;
end StateUnderTwoNames;
