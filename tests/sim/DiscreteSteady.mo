//! run --stop 0.35
//! final xd = 1.875 within 1e-9
//! final nd = 1.875 within 1e-9
model DiscreteSteady "An initial equation determines a discrete Real that is in it twice"
  discrete Real xd(start = 1), nd(start = 1), us;
  Real u = 3;
equation
  when {initial(), sample(0.1, 0.1)} then
    us = u;
    nd = 0.5*us + 0.2*xd;
    xd = pre(nd);
  end when;
initial equation
  0 = xd - (0.5*us + 0.2*xd);
end DiscreteSteady;
