//! run --stop 1
//! final v["classic"] = 2 within 1e-12
//! final v["clocked"] = 2 within 1e-12
//! final v["direct"] = 2 within 1e-12
//! final v["shifted"] = 1 within 1e-12
model ClockEventStart "An event clock does not tick for a condition that is true from the start on"
  Real f = cos(5*3.141592653589793*time);
  Boolean b = f > 0;
  Integer classic(start = 0, fixed = true);
  Integer clocked(start = 0), direct(start = 0), shifted(start = 0);
equation
  when b then
    classic = pre(classic) + 1;
  end when;
  when Clock(b) then
    clocked = previous(clocked) + 1;
  end when;
  when Clock(f > 0) then
    direct = previous(direct) + 1;
  end when;
  when shiftSample(Clock(b), 1) then
    shifted = previous(shifted) + 1;
  end when;
end ClockEventStart;
