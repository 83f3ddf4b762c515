package Lib
  connector In = input Real;
  connector Out = output Real;
  block Feedback
    In u1, u2;
    Out y;
  equation
    y = u1 - u2;
  end Feedback;
  block Filter
    In u;
    Out y;
    output Real x(start = 0, fixed = true);
  equation
    der(x) = u - x;
    y = x;
  end Filter;
  block Constant
    Out y;
  equation
    y = 1;
  end Constant;
end Lib;
model ConnectSameSignal "The output x is no connector, and nothing else is left to be connected"
  Lib.Constant ref;
  Lib.Feedback error;
  Lib.Filter plant, shown;
  output Real y = shown.y;
equation
  connect(ref.y, error.u1);
  connect(error.u2, error.u1);
  connect(error.y, plant.u);
  connect(plant.y, shown.u);
end ConnectSameSignal;
