//! run
//! run --method cvode
//! status 0
//! final v["x[1]"] = 8.584073464102069e-4 within 2e-6
//! final v["x[9]"] = 8.584073464102069e-4 within 2e-6
//! expect v["r"]*sin(t)**2 = cos(t)**2 within 1e-9
model PoleJump "What jumps without an event where a divisor passes through 0 is not without bound"
  /* tan(time) has a pole at pi/2, r is 0 there. The differences of der(x[i]) towards it are 0, 0 and
   * the jump, as those of the last digit of a sum of large terms are; the jumps lie at many
   * distances, so that one is between the points looked at, whatever the steps are. x[i] ends with
   * 2e-3*(2 - pi/2). */
  constant Real pi = 3.141592653589793;
  parameter Real d[14] = {1e-13*3^i for i in 1:14};
  Real x[14](each start = 0, each fixed = true);
  Real r;
equation
  r*tan(time)^2 = 1;
  for i in 1:14 loop
    der(x[i]) = noEvent(if time > pi/2 - d[i] then 2e-3 else 0);
  end for;
  annotation(experiment(StartTime = 0.5, StopTime = 2, Tolerance = 1e-6));
end PoleJump;
