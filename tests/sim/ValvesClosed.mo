//! run --stop 2 --intervals 200 --method bdf
//! run --stop 2 --intervals 200 --method sdirk
//! run --stop 2 --intervals 200 --method radau
//! run --stop 2 --intervals 200 --method cvode
//! run --stop 2 --intervals 200 --method rk45
//! expect p = 1 + exp(-1.5*(min(t, 1) - min(t, 1)**2/2)) within 2e-5
//! expect V = 2/3*(2 - p) within 2e-5
//! expect m1 = 1.5*max(1 - t, 0)*(p - 1) within 1e-9
//! stderr linear equations do not determine
model ValvesClosed "Valves around a node close at once: what the pressure there is divided by, a sum of openings that is a steady pivot before, is 0 from then on"
  Real p(start = 2, fixed = true) "In the vessel that runs empty";
  Real V(start = 0, fixed = true) "What has flown through the second valve";
  Real node, y1, y2, y3, dp1, dp2, dp3, m1, m2, m3;
equation
  y1 = if time < 1 then 1 - time else 0;
  y2 = if time < 1 then 2*(1 - time) else 0;
  y3 = if time < 1 then 1 - time else 0;
  dp1 = p - node;
  dp2 = node - 1;
  dp3 = node - 1;
  m1 = 3*dp1*y1;
  m2 = dp2*y2;
  m3 = dp3*y3;
  m1 = m2 + m3;
  der(p) = -m1;
  der(V) = m2;
end ValvesClosed;
