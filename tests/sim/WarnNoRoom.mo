//! run --stop 1
//! stderr `lim.uMin` is 3 and so is `lim.uMax` (3): they leave no room between them
//! final y = 3 within 0
model WarnNoRoom
  model Limiter
    parameter Real uMax = 1, uMin = -uMax;
    Real u, y = max(uMin, min(uMax, u));
  end Limiter;
  Limiter lim(uMax = 3, uMin = 3, u = time);
  Real y = lim.y;
end WarnNoRoom;
