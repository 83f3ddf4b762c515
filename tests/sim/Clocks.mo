//! run --stop 2.05 --interval 0.03
//! run --stop 2.05 --interval 0.03 --method ida
//! expect k = (floor(t/0.1 + 1e-9) + 1) if abs(t/0.05 - round(t/0.05)) > 1e-6 else k within 0
//! expect slow = (3*floor(t/0.3 + 1e-9) + 1) if abs(t/0.05 - round(t/0.05)) > 1e-6 else slow within 0
//! expect shifted = ((floor((t - 0.05)/0.1 + 1e-9) + 1 if t > 0.05 - 1e-9 else 7)) if abs(t/0.05 - round(t/0.05)) > 1e-6 else shifted within 0
//! expect back = ((floor(t/0.1 + 1e-9) if t > 0.1 else 7)) if abs(t/0.05 - round(t/0.05)) > 1e-6 else back within 0
//! expect latest = (3*floor(t/0.3 + 1e-9) + 1) if abs(t/0.05 - round(t/0.05)) > 1e-6 else latest within 0
//! expect ts = 0.1 within 1e-15
//! expect tslow = 0.3 within 1e-15
//! expect sampled = (floor(t/0.1 + 1e-9)*0.1) if abs(t/0.05 - round(t/0.05)) > 1e-6 else sampled within 1e-9
//! expect held = 2*sampled within 1e-12
//! expect born = 5 within 0
//! expect left = ((floor(t/0.3 + 1e-9)*0.3 if t > 0.3 - 1e-9 else 0)) if abs(t/0.05 - round(t/0.05)) > 1e-6 else left within 1e-9
//! expect x1 = (3*sampled) if abs(t/0.05 - round(t/0.05)) > 1e-6 else x1 within 1e-9
//! expect x2 = (sampled) if abs(t/0.05 - round(t/0.05)) > 1e-6 else x2 within 1e-9
//! expect inferred = 2 within 0
model Clocks "periodic clocks, clocks derived from them, and what is inferred"
  Integer k(start = 0), slow, shifted(start = 7), back, latest;
  Real ts, tslow, sampled, held, left, x1, x2;
  Integer born(start = 0), inferred, ratio;
  Clock c = Clock(1, 10), c3 = subSample(c, 3);
equation
  when c then
    k = previous(k) + 1;
  end when;
  slow = subSample(k, 3);
  shifted = shiftSample(k, 1, 2);
  back = backSample(shifted, 1, 2);
  when c3 then
    latest = noClock(k);
    tslow = interval();
    born = if firstTick() then 5 else previous(born);
    left = sample(time);
  end when;
  ts = interval(k);
  sampled = sample(time, c);
  held = hold(doubled);
  2*sampled + x2 = x1 "a system of equations on a clock";
  x1 - sampled = 2*x2;
  when Clock(3, 10) then
    ratio = 1;
  end when;
  inferred = 2*subSample(one) + ratio - 1 "the factor follows from the clock of ratio";
  one = if k > 0 then 1 else 0;
protected
  Real doubled = 2*sampled;
  Integer one, zero(start = 0);
equation
  zero = inferred - 2 + previous(zero);
end Clocks;
