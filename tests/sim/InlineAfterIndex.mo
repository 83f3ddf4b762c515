//! run --stop 1 --method rk45
//! run --stop 1 --method ida
//! expect v["first[1]"] = -9.448667822 within 1e-9
//! expect v["first[2]"] = 14.90949687 within 1e-9
//! expect v["first[3]"] = -11.31020732 within 1e-9
//! expect energy = v["start"] within 1e-5
//! expect s = 0.5*sin(t) within 1e-12
//! expect u = 2*cos(t) within 1e-12
//! expect force = 21 within 1e-12
model InlineAfterIndex "Derivatives by annotation: of a signal, and of a rotation (RX-59: three rods)"
  function position "s; its derivatives are the other signals"
    input Real q[3], t;
    output Real s;
  algorithm
    s := q[1];
    annotation (derivative(noDerivative = q) = velocity, InlineAfterIndexReduction = true);
  end position;
  function velocity
    input Real q[3], t, dt;
    output Real v;
  algorithm
    v := q[2];
    annotation (derivative(noDerivative = q, order = 2) = acceleration, InlineAfterIndexReduction = true);
  end velocity;
  function acceleration
    input Real q[3], t, dt, ddt;
    output Real a;
  algorithm
    a := q[3];
    annotation (InlineAfterIndexReduction = true);
  end acceleration;
  function turned "a vector that is given in a frame, whose axes are the rows of T"
    input Real T[2, 2], w, v[2];
    output Real r[2];
  algorithm
    r := transpose(T)*v;
    annotation (derivative(noDerivative = T, noDerivative = w) = turned_der,
      InlineAfterIndexReduction = true);
  end turned;
  function turned_der
    input Real T[2, 2], w, v[2], dv[2];
    output Real dr[2];
  algorithm
    dr := turned(T, w, dv + w*{-v[2], v[1]});
  end turned_der;
  Real s, u, force;
  constant Integer n = 3;
  Real phi[n](start = {0.3, -0.2, 0.5}, each fixed = true, each stateSelect = StateSelect.prefer);
  Real w[n](start = {0.5, -1, 0.2}, each fixed = true, each stateSelect = StateSelect.prefer);
  Real a[n], T[n, 2, 2], c[n, 2], vc[n, 2], tip[n, 2], f[n + 1, 2];
  Real energy = sum(vc.^2)/2 + w*w/24 + 9.81*sum(c[:, 2]);
  Real first[n], start "at the start";
  function cross2
    input Real a[2], b[2];
    output Real c;
  algorithm
    c := a[1]*b[2] - a[2]*b[1];
  end cross2;
equation
  when initial() then
    first = a;
    start = energy;
  end when;
  f[n + 1] = zeros(2);
  s = position({0.5*sin(time), 2*cos(time), 7}, time);
  der(s) = u;
  3*der(u) = force;
  w = der(phi);
  a = der(w);
  for i in 1:n loop
    T[i] = [sin(phi[i]), -cos(phi[i]); cos(phi[i]), sin(phi[i])];
    tip[i] = (if i == 1 then zeros(2) else tip[max(1, i - 1)]) + turned(T[i], w[i], {1, 0});
    c[i] = (if i == 1 then zeros(2) else tip[max(1, i - 1)]) + turned(T[i], w[i], {0.5, 0});
    vc[i] = der(c[i]);
    der(vc[i]) = f[i] - f[i + 1] + {0, -9.81};
    a[i]/12 = cross2(c[i] - tip[i], f[i] + f[i + 1]);
  end for;
end InlineAfterIndex;
