//! run --stop 10
//! stderr time >= Ts + pre(last) (
//! stderr 10000 time events until time 0.01; about 1e+07 until time 10; is that meant?
//! stderr the parameter `Ts` is 1e-06 (
model WarnManyTimeEvents "A period in us instead of ms, by a relation of time"
  parameter Real Ts = 1e-6;
  discrete Real last(start = 0, fixed = true);
equation
  when time >= pre(last) + Ts then
    last = time;
  end when;
  when time > 0.011 then
    terminate("enough");
  end when;
end WarnManyTimeEvents;
