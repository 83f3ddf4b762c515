/* DS-30: Newton's law read both ways. The same class describes a body whose force is given, and a
   body whose motion is given. The first has two states; to find the force of the second its motion is
   differentiated twice, and it has no state and no initial value at all. The spring of the first is
   chosen so that both move as sin(2 t): both forces are -12 sin(2 t). Look at `kron structure`: two
   states, and what was differentiated.

     build/kron structure examples/papers/NewtonBothWays.mo
     build/kron simulate examples/papers/NewtonBothWays.mo --plot driven.F --plot guided.F
*/
model NewtonBothWays "From the force to the motion, and from the motion to the force"
  partial model Body "Newton's law, in no direction"
    parameter Real m = 3 "Mass";
    Real x "Position";
    Real v "Velocity";
    Real F "Force";
  equation
    der(x) = v;
    m*der(v) = F;
  end Body;
  model Driven "The force is known: a spring"
    extends Body(x(start = 0, fixed = true), v(start = 2, fixed = true));
  equation
    F = -12*x;
  end Driven;
  model Guided "The motion is known"
    extends Body;
  equation
    x = sin(2*time);
  end Guided;
  Driven driven;
  Guided guided;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end NewtonBothWays;
