//! run --stop 1
//! stderr floor(2000000*time)
//! stderr 10000 state events until time 0.005; about 2e+06 until time 1; is that meant?
//! final y = floor(2000000*t)/2000000 within 1e-6
model WarnManyEvents "State events by the million are asked about"
  Real y = floor(2000000*time)/2000000;
equation
  when time > 0.006 then
    terminate("enough");
  end when;
end WarnManyEvents;
