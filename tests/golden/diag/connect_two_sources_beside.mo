model ConnectTwoSourcesBeside "reference and measurement meet at one input, another one is open"
  connector In = input Real;
  connector Out = output Real;
  block Feedback
    In u1, u2;
    Out y = u1 - u2;
  end Feedback;
  block Lag
    In u;
    Out y;
  equation
    der(y) = u - y;
  end Lag;
  block Source
    Out y = 1;
  end Source;
  Source ref;
  Feedback e;
  Lag lag;
equation
  connect(ref.y, e.u1);
  connect(lag.y, e.u1);
  connect(e.y, lag.u);
end ConnectTwoSourcesBeside;
