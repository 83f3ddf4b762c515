// Ideal switches between a star and a triangle, 1e-4 when closed and 1e-6 when open: equations are solved for nothing that is small
// in some of their modes (steps became endlessly short by sdirk and radau). CVODE, bdf and radau at 1e-9 agree in all digits given; IDA
// at 1e-9 takes steps of 1e-10 for what rounding makes of open switches.
//! run --stop 0.4 --method bdf --tolerance 1e-7
//! run --stop 0.4 --method sdirk --tolerance 1e-7
//! run --stop 0.4 --method radau --tolerance 1e-7
//! run --stop 0.4 --method ida --tolerance 1e-8
//! run --stop 0.4 --tolerance 1e-7
//! final v["i[1]"] = -859.44788 within 2e-3
//! final v["i[2]"] = -137.43341 within 2e-3
model SwitchStarDelta "A load with a cubic resistance is connected as a star, later as a triangle"
  parameter Real Ron = 0.0001, Goff = 1e-06;
  parameter Real R = 0.03, L = 5e-4, M = 0.1*L, A = 2e-10;
  Real e[3], p[3], n[3], star, e0;
  Real u[3], ifeed[3], idelta[3], istar[3];
  Real sfeed[3], sdelta[3], sstar[3];
  Boolean on[3] = fill(time >= 0.1, 3), delta[3] = fill(time >= 0.3, 3), st[3] = fill(not (time >= 0.3), 3);
  Real w[3], ws[2], w0, is[2](each start = 0, each fixed = true), i0(start = 0, fixed = true), i[3];

equation
  star = 0;
  ifeed[1] + ifeed[2] + ifeed[3] = 0;
  for k in 1:3 loop
    u[k] = R*i[k] + w[k] + A*i[k]^3;
    ifeed[k] + idelta[if k == 1 then 3 else k - 1] = i[k];
    n[k] - star = sstar[k]*(if st[k] then Ron else 1);
    e[k] - p[k] = sfeed[k]*(if on[k] then Ron else 1);
    n[k] - p[if k == 3 then 1 else k + 1] = sdelta[k]*(if delta[k] then Ron else 1);
    istar[k] = sstar[k]*(if st[k] then 1 else Goff);
    u[k] = p[k] - n[k];
    idelta[k] = sdelta[k]*(if delta[k] then 1 else Goff);
    e[k] = e0 + 100*sin(314*time - 2.0943951023931953*(k - 1));
    ifeed[k] = sfeed[k]*(if on[k] then 1 else Goff);
    i[k] = idelta[k] + istar[k];
  end for;
  w[1] = ws[1] + w0; w[2] = -ws[1]/2 + sqrt(3)/2*ws[2] + w0; w[3] = -ws[1]/2 - sqrt(3)/2*ws[2] + w0;
  is[1] = 2/3*(i[1] - i[2]/2 - i[3]/2); is[2] = 2/3*(sqrt(3)/2*i[2] - sqrt(3)/2*i[3]); i0 = (i[1] + i[2] + i[3])/3;
  ws[1] = L*der(is[1]); ws[2] = L*der(is[2]); w0 = M*der(i0);

end SwitchStarDelta;
