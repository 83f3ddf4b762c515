//! run --stop 1
//! status 3
//! stderr `motor.J` is 0: with it the derivative is not in `motor.J*motor.a = motor.tau`
//! stderr give `motor.J` another value
model StartZeroInertia "A rotor without inertia cannot start with any speed; the condition that is told is that of the load"
  model Rotor
    parameter Real J = 1;
    Real phi(start = 0, fixed = true), w(start = 0, fixed = true), a, tau;
  equation
    der(phi) = w;
    a = der(w);
    J*a = tau;
  end Rotor;
  Rotor motor(J = 0, tau = 10 - shaft), load(J = 2, tau = shaft);
  Real shaft = 100*(motor.phi - load.phi) + 10*(motor.w - load.w);
end StartZeroInertia;
