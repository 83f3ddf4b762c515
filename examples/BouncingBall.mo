/* A ball falls and bounces. Look at the height: every arc is lower and shorter than the one before.
   Each bounce is an event: the instant is found exactly and the velocity is set anew. `bounces`
   counts them.

     build/kron simulate examples/BouncingBall.mo --plot h
*/
model BouncingBall "A ball that loses a part of its speed at every bounce"
  parameter Real e = 0.8 "Coefficient of restitution";
  parameter Real g = 9.81 "Gravity";
  Real h(start = 1, fixed = true) "Height";
  Real v(start = 0, fixed = true) "Velocity";
  Integer bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end BouncingBall;
