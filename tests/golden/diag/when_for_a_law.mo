model WhenForALaw
  Real H(start = 0, fixed = true), T, Q;
  discrete Real peak(start = 0, fixed = true);
equation
  der(H) = 1;
  when H > 2 then
    T = 300 + (H - 2);
  elsewhen H > 1 then
    T = 300*H;
  end when;
  when H > 3 then
    Q = 5*(H - 3);
  end when;
  when H > 4 then
    peak = T;
  end when;
end WhenForALaw;
