model HoldCont
  Real u = time;
  Real y;
equation
  y = hold(u) + 1;
end HoldCont;
