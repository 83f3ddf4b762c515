//! expect x = 12.75 within 1e-12
//! expect y = 2 - t within 1e-12
model OwnRelation "Relations on the variable that their equation determines: only one mode is consistent"
  Real x = if x + time >= 0 then 12.75 else 3 - time;
  Real y = if y > 5 then 1 else 2 - time;
end OwnRelation;
