/* A ball on a spring bounces up and down, with a little push aside. The spring is chosen so that the
   ball bounces just twice in the time of one swing: then bouncing feeds swinging, and after a while
   the ball hardly bounces but swings wide, and back again. With another spring it does not.

     build/kron simulate examples/SpringPendulum.mo --plot ball.x --plot ball.y
     build/kron simulate examples/SpringPendulum.mo --plot ball.x --plot ball.y --set spring.c=60
*/
model SpringPendulum "Bouncing turns to swinging and back"
  import Kron.Planar.*;
  inner World world;
  Fixed ground;
  parameter Real g = 9.80665 "Gravity, as in the world";
  Spring spring(c = 4*ball.m*g, l0 = 0.75) "At rest 1 m long";
  Body ball(m = 1, J = 0.004, x(start = 0.01, fixed = true), y(start = -1.1, fixed = true),
    vx(start = 0, fixed = true), vy(start = 0, fixed = true),
    phi(start = 0, fixed = true), w(start = 0, fixed = true));
equation
  connect(ground.frame, spring.a);
  connect(spring.b, ball.frame);
  annotation(experiment(StopTime = 60));
end SpringPendulum;
