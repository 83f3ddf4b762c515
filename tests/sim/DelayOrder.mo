//! run --stop 6 --intervals 60
//! run --stop 6 --intervals 7 --method ida
//! expect late = cos(max(t - 2.5, 0)) within 2e-5
//! expect short = cos(max(t - 0.01, 0)) within 2e-5
//! expect chain = cos(max(t - 2, 0)) within 2e-5
//! expect echo = echo if abs(t - int(t + 0.5)) < 1e-6 else 0.5**int(t) within 1e-12
model DelayOrder "delays of what is computed later in the text; a loop through a delay"
  Real late, short, chain, echo, y;
equation
  late = delay(y, 2.5);
  short = delay(y, 0.01);
  chain = delay(delay(y, 0.5), 1.5);
  echo = (if time < 1 then 1 else 0.5*delay(echo, 1));
  y = cos(time);
end DelayOrder;
