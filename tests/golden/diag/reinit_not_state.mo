model ReinitNotState
  Real x = time;
equation
  when time > 1 then
    reinit(x, 0);
  end when;
end ReinitNotState;
