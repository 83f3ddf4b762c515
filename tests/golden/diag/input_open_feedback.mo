model InputOpenFeedback
  import Kron.Blocks.*;
  Sources.Step wanted(startTime = 1);
  Math.Feedback error;
  Continuous.PI controller(k = 3, T = 2);
  Continuous.FirstOrder plant(T = 1);
equation
  connect(wanted.y, error.u1);
  connect(error.y, controller.u);
  connect(controller.y, plant.u);
end InputOpenFeedback;
