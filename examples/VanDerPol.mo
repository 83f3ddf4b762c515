/* From any start the oscillator ends in the same cycle: slow creeping along two branches, fast
   jumps between them. Look at x over time; with mu = 1000 (stop at 3000) the jumps are a millionth
   of the cycle.

     build/kron simulate examples/VanDerPol.mo --plot x
     build/kron simulate examples/VanDerPol.mo --plot x --set mu=1000 --stop 3000
*/
model VanDerPol "An oscillator with a limit cycle"
  parameter Real mu = 5;
  Real x(start = 2, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = mu*(1 - x^2)*y - x;
  annotation(experiment(StopTime = 30));
end VanDerPol;
