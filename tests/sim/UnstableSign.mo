//! run --stop 5
//! stderr nothing would grow with the opposite sign of
//! stderr controller.k (it is 0.5): a sign seems to be wrong, there or in the loop it is in, as by exchanged inputs of a difference
//! never it grows more slowly
model UnstableSign "The inputs of the difference are exchanged: with the other sign s^2 + 55*s + 500 = 0"
  import Kron.Blocks.*;
  Math.Feedback error(u2 = 10);
  Continuous.PI controller(k = 0.5, T = 0.1);
  Continuous.FirstOrder motor(k = 20, T = 0.2);
equation
  connect(motor.y, error.u1);
  connect(error.y, controller.u);
  connect(controller.y, motor.u);
end UnstableSign;
