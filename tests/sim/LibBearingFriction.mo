//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["rotor.w"] = max((10 + 1/0.1)*exp(-0.1*t/0.5) - 1/0.1, 0) within 1e-7
//! final te = 5*log(2) within 1e-8
model LibBearingFriction "Coulomb and viscous friction bring a rotor to rest after J/d ln(1 + d w0/tau) seconds"
  import Kron.Rotational.*;
  Inertia rotor(J = 0.5, phi(start = 0, fixed = true), w(start = 10, fixed = true));
  BearingFriction bearing(tau_c = 1, d = 0.1);
  discrete Real te(start = 0, fixed = true);
equation
  when bearing.stuck and time > 1 then
    te = time;
  end when;
  connect(rotor.b, bearing.a);
  annotation(experiment(StopTime = 6));
end LibBearingFriction;
