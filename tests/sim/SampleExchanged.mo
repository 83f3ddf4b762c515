//! run --stop 1
//! status 3
//! stderr must be positive, the second argument of sample(start, interval); it is 0 in sample(Ts, 0)
model SampleExchanged "The arguments of sample in the wrong order"
  parameter Real Ts = 0.1;
  discrete Real y(start = 0, fixed = true);
equation
  when sample(Ts, 0) then
    y = time;
  end when;
end SampleExchanged;
