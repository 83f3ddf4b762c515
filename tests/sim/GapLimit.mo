//! run --stop 20
//! status 3
//! stderr there is one with larger thrust (it is -
//! stderr about 0 is enough)
//! stderr limit it before it comes here, as by max(thrust, 0)
model GapLimit "A controller asks for a negative thrust, which no speed of a rotor gives"
  parameter Real m = 1.2, g = 9.81, kp = 6, kd = 4, c = 1.1e-5;
  Real z(start = 0, fixed = true), vz(start = 0, fixed = true), thrust, w(start = 500), ref;
equation
  ref = if time < 5 then 10 else 1;
  thrust = m*g + kp*(ref - z) - kd*vz;
  thrust = 4*c*w^2;
  der(z) = vz;
  m*der(vz) = thrust - m*g;
end GapLimit;
