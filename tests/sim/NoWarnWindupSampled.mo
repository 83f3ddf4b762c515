//! run --stop 19
//! quiet
//! final held = 4.15 within 1
// An integral that is read at samples acts at the next one: between them it has no effect.
model NoWarnWindupSampled
  Real J(start = 0, fixed = true), z(start = 0, fixed = true);
  discrete Real held(start = 0, fixed = true);
equation
  der(J) = 1 - 0.1*z;
  der(z) = held - z;
  when sample(0, 5) then
    held = 0.3*J;
  end when;
end NoWarnWindupSampled;
