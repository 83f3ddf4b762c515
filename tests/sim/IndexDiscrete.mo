//! run
//! expect x = floor(10*t + 1e-9)/10 within 0.1000001
//! final x = 1 within 1e-12
//! final u = 0 within 1e-12
//! final y = -0.5 within 1e-12
//! final w = 0 within 1e-12
//! stderr changes at events only, but it is differentiated
model IndexDiscrete "Positions that a sampled program prescribes: the jumps of what is differentiated are left out"
  Real x, u, F, y, w, M, p(start = 0, fixed = true), q(start = 0, fixed = true);
  Boolean down(start = false, fixed = true);
equation
  der(x) = u;
  2*der(u) = F;
  der(y) = w;
  3*der(w) = M;
  x = p;
  y = q;
  when sample(0.1, 0.1) then
    p = pre(p) + 0.1;
  end when;
algorithm
  when sample(0.2, 0.2) then
    down := not pre(down);
    if down then
      q := pre(q) - 0.25;
    else
      q := pre(q) + 0.125;
    end if;
  end when;
  annotation(experiment(StopTime = 1.05));
end IndexDiscrete;
