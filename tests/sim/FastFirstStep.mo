// After an event late against the time scale of what follows, a state goes 1e24 times as fast as its
// tolerance allows: a first step that moved it by less would not move the time.
//! run --method bdf
//! run --method sdirk
//! run --method radau
//! run --method rk45
//! run --method mixed
//! final part = 0.6321205588285577 within 1e-5
//! final y = 0.26424111765711533 within 1e-5
model FastFirstStep
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Real part = x/1e14;
equation
  der(x) = 1e4*((if time < 0.01 then 0 else 1e14) - x);
  der(y) = 1e4*(x/1e14 - y);
  annotation(experiment(StopTime = 0.0101));
end FastFirstStep;
