package Models "What the inlined methods are measured on"
  import Kron.Electrical.*;

  // The worked examples of the paper on inline integration.

  model Filters "IN-30: two filters in series"
    parameter Real T1 = 0.01, T2 = 0.5;
    Real u, x1(start = 0, fixed = true), x2(start = 0, fixed = true);
  equation
    u = sin(3*time) + 0.2*sin(40*time);
    T1*der(x1) + x1 = u;
    T2*der(x2) + x2 = x1;
    annotation(experiment(StopTime = 20));
  end Filters;

  model SecondOrder "IN-31: masses that stiff springs and dampers couple, forces not linear"
    parameter Integer n = 10;
    parameter Real k = 1e4, d = 10;
    Real x[n](each start = 0, each fixed = true), v[n](each start = 0, each fixed = true), f[n];
  equation
    for i in 1:n loop
      der(x[i]) = v[i];
      der(v[i]) = f[i] - (if i < n then f[i + 1] else 0) + (if i == n then sin(2*time) else 0);
      f[i] = (if i == 1 then -k*x[i] - k*x[i]^3 - d*v[i]
              else k*(x[i - 1] - x[i]) + k*(x[i - 1] - x[i])^3 + d*(v[i - 1] - v[i]));
    end for;
    annotation(experiment(StopTime = 10));
  end SecondOrder;

  model Loop "IN-32: a controller with two states and a plant with two"
    Real w, e, u, y;
    Real c1(start = 0, fixed = true), c2(start = 0, fixed = true);
    Real p1(start = 1, fixed = true), p2(start = 0, fixed = true);
  equation
    w = sin(0.5*time);
    e = w - y;
    der(c1) = -200*c1 + 100*e;
    der(c2) = c1 - 5*c2;
    u = 3*c1 + c2 + 0.5*e;
    der(p1) = p2;
    der(p2) = -sin(p1) - 0.2*p2 + u;
    y = p1;
    annotation(experiment(StopTime = 50));
  end Loop;

  model Plant "IN-33: a nonlinear plant with a linear controller of second order"
    parameter Real w = 10, D = 0.5, k = 2;
    Real x(start = 1, fixed = true), x1(start = 0, fixed = true), x2(start = 0, fixed = true), y, u;
  equation
    der(x) = -x^3 + u + sin(time);
    y = x;
    der(x1) = x2;
    der(x2) + 2*w*D*x2 + w*w*x1 = w*w*y;
    u = -k*x1;
    annotation(experiment(StopTime = 100));
  end Plant;

  model Diagonal "IN-62: ten modes of different speed, and what they add up to"
    parameter Real a[10] = {-10.0^(i/3) for i in 1:10};
    Real z[10](each start = 1, each fixed = true), y;
  equation
    for i in 1:10 loop
      der(z[i]) = a[i]*z[i] + sin(time) - 0.1*a[i]*y;
    end for;
    y = sum(z)/10;
    annotation(experiment(StopTime = 20));
  end Diagonal;

  // Larger models.

  model Ladder "Resistors and capacitors in a row"
    parameter Integer n = 1000;
    SineVoltage source(V = 1, f = 2/n^2);
    Resistor r[n](each R = 1);
    Capacitor c[n](each C = 1, each v(start = 0, fixed = true));
    Ground ground;
  equation
    connect(source.p, r[1].p);
    connect(source.n, ground.p);
    for i in 1:n - 1 loop
      connect(r[i].n, r[i + 1].p);
    end for;
    for i in 1:n loop
      connect(r[i].n, c[i].p);
      connect(c[i].n, ground.p);
    end for;
    annotation(experiment(StopTime = 1e6));
  end Ladder;

  model Line "A line with losses: resistors, inductors and capacitors"
    parameter Integer n = 200;
    Real v[n](each start = 0, each fixed = true), i[n](each start = 0, each fixed = true);
  equation
    for k in 1:n loop
      der(i[k]) = (if k == 1 then sin(0.05*time) else v[k - 1]) - v[k] - 0.1*i[k];
      der(v[k]) = i[k] - (if k < n then i[k + 1] else v[k]);
    end for;
    annotation(experiment(StopTime = 400));
  end Line;

  model Diodes "Diodes to ground at the nodes of a ladder"
    parameter Integer n = 200;
    Real v[n](each start = 0, each fixed = true), i[n], d[n];
  equation
    for k in 1:n loop
      i[k] = (if k == 1 then 5*sin(time) - v[1] else v[k - 1] - v[k])*100;
      d[k] = 1e-9*(exp(v[k]/0.0258) - 1);
      0.1*der(v[k]) = i[k] - (if k < n then i[k + 1] else 0) - d[k];
    end for;
    annotation(experiment(StopTime = 20));
  end Diodes;

  model Charges "Capacitors whose charge depends on the voltage, as in circuit simulators (IN-25)"
    parameter Integer n = 100;
    Real v[n](each start = 0, each fixed = true), q[n], i[n];
  equation
    for k in 1:n loop
      q[k] = v[k] + 0.5*v[k]^3;
      i[k] = (if k == 1 then sin(0.01*time) - v[1] else v[k - 1] - v[k]);
      der(q[k]) = i[k] - (if k < n then i[k + 1] else 0);
    end for;
    annotation(experiment(StopTime = 2000));
  end Charges;

  model Plate "A plate that conducts, radiates and is heated at its middle"
    parameter Integer n = 20;
    Real T[n, n](each start = 300, each fixed = true, each nominal = 300);
  equation
    for i in 1:n loop
      for j in 1:n loop
        der(T[i, j]) = 50*((if i > 1 then T[i - 1, j] - T[i, j] else 0) + (if i < n then T[i + 1, j] - T[i, j] else 0)
          + (if j > 1 then T[i, j - 1] - T[i, j] else 0) + (if j < n then T[i, j + 1] - T[i, j] else 0))
          - 5e-9*(T[i, j]^4 - 300^4) + (if i == div(n, 2) and j == div(n, 2) then 5e4*(1 + sin(time)) else 0);
      end for;
    end for;
    annotation(experiment(StopTime = 10));
  end Plate;

  model Brusselator "Reactions and diffusion along a line"
    parameter Integer n = 200;
    parameter Real c = 0.02*(n + 1)^2;
    Real u[n](start = {1 + sin(2*3.141592653589793*i/(n + 1)) for i in 1:n}, each fixed = true);
    Real w[n](each start = 3, each fixed = true);
  equation
    for i in 1:n loop
      der(u[i]) = 1 + u[i]^2*w[i] - 4*u[i] + c*((if i > 1 then u[i - 1] else 1) - 2*u[i] + (if i < n then u[i + 1] else 1));
      der(w[i]) = 3*u[i] - u[i]^2*w[i] + c*((if i > 1 then w[i - 1] else 3) - 2*w[i] + (if i < n then w[i + 1] else 3));
    end for;
    annotation(experiment(StopTime = 10));
  end Brusselator;

  model Masses "A long chain of masses: SecondOrder with 200"
    extends SecondOrder(n = 200, k = 1e3, d = 30);
  end Masses;

  model Exchanger "Two streams through a wall, cells in a row, heat transfer that depends on temperature"
    parameter Integer n = 100;
    Real a[n](each start = 20, each fixed = true, each nominal = 50);
    Real b[n](each start = 20, each fixed = true, each nominal = 50);
    Real w[n](each start = 20, each fixed = true, each nominal = 50);
    Real p[n], q[n];
  equation
    for i in 1:n loop
      p[i] = 5*(a[i] - w[i])*(1 + 0.01*(a[i] + w[i])/2);
      q[i] = 5*(w[i] - b[i])*(1 + 0.01*(b[i] + w[i])/2);
      der(a[i]) = n*((if i > 1 then a[i - 1] else 80 + 10*sin(time)) - a[i]) - p[i];
      der(b[i]) = n*((if i < n then b[i + 1] else 20) - b[i]) + q[i];
      0.02*der(w[i]) = p[i] - q[i];
    end for;
    annotation(experiment(StopTime = 10));
  end Exchanger;

  model Amplifiers "Stages with transistors (Ebers and Moll), coupled by capacitors"
    parameter Integer n = 10;
    parameter Real beta = 1e-6, uf = 0.026, alpha = 0.99, ub = 6, c = 1e-6;
    Real ue, g[n], s[n + 1](each start = 0, each fixed = true);
    Real vb[n](each start = 3), ve[n](each start = 3, each fixed = true), vc[n](each start = 6), m[n];
  equation
    ue = 0.1*sin(200*3.141592653589793*time);
    // s: voltages of the coupling capacitors
    for i in 1:n loop
      g[i] = beta*(exp((vb[i] - ve[i])/uf) - 1);
      m[i] = c*der(s[i]);
      s[i] = (if i == 1 then ue else vc[i - 1]) - vb[i] - (if i == 1 then 1000*m[i] else 0);
      m[i] = vb[i]/9000 - (ub - vb[i])/9000 + (1 - alpha)*g[i];
      2*c*der(ve[i]) = g[i] - ve[i]/9000;
      (ub - vc[i])/9000 - alpha*g[i] - (if i < n then m[i + 1] else c*der(s[n + 1])) = 0;
    end for;
    s[n + 1] + 9000*c*der(s[n + 1]) = vc[n];
    annotation(experiment(StopTime = 0.2));
  end Amplifiers;

  model Drives "Drives in a row: motors, stiff shafts, cascaded controllers with limiters (events)"
    parameter Integer n = 6;
    parameter Real J = 0.01, Jl = 0.1, c = 2e4, d = 5, R = 0.5, L = 1e-3, km = 0.3, T = 1e-3;
    Real phi[n](each start = 0, each fixed = true), w[n](each start = 0, each fixed = true);
    Real phil[n](each start = 0, each fixed = true), wl[n](each start = 0, each fixed = true);
    Real i[n](each start = 0, each fixed = true), tacho[n](each start = 0, each fixed = true);
    Real s[n](each start = 0, each fixed = true);
    Real u[n], want[n], tau[n], e[n], load[n];
  equation
    for k in 1:n loop
      want[k] = sin(time*(1 + 0.1*k));
      e[k] = 20*(want[k] - phil[k]) - tacho[k];
      der(s[k]) = 10*e[k];
      u[k] = smooth(0, if e[k] + s[k] > 5 then 5 else if e[k] + s[k] < -5 then -5 else e[k] + s[k]);
      L*der(i[k]) = 10*u[k] - R*i[k] - km*w[k];
      tau[k] = c*(phi[k] - phil[k]) + d*(w[k] - wl[k]);
      load[k] = 0.5*sin(phil[k]) + (if k < n then 2*sin(phil[k] - phil[k + 1]) else 0) - (if k > 1 then 2*sin(phil[k - 1] - phil[k]) else 0);
      J*der(w[k]) = km*i[k] - tau[k];
      der(phi[k]) = w[k];
      Jl*der(wl[k]) = tau[k] - load[k] - 0.1*wl[k];
      der(phil[k]) = wl[k];
      T*der(tacho[k]) = w[k] - tacho[k];
    end for;
    annotation(experiment(StopTime = 10));
  end Drives;

  model Arm "Planar chain of links with stiff joint drives"
    parameter Integer n = 6;
    parameter Real k = 2e3, d = 50;
    Real x[n + 1], y[n + 1], ax[n + 1], ay[n + 1], fx[n + 1], fy[n + 1], tau[n + 1];
    Real phi[n](each start = 0, each fixed = true), w[n](each start = 0, each fixed = true), z[n];
  equation
    ax[1] = 0;
    ay[1] = 0;
    x[1] = 0;
    y[1] = 0;
    for i in 1:n loop
      x[i + 1] = x[i] + cos(phi[i]);
      y[i + 1] = y[i] + sin(phi[i]);
      der(phi[i]) = w[i];
      der(w[i]) = z[i];
      ax[i + 1] = ax[i] - sin(phi[i])*z[i] - cos(phi[i])*w[i]^2;
      ay[i + 1] = ay[i] + cos(phi[i])*z[i] - sin(phi[i])*w[i]^2;
      fx[i] = fx[i + 1] + (ax[i] + ax[i + 1])/2;
      fy[i] = fy[i + 1] + (ay[i] + ay[i + 1])/2 + 9.81;
      z[i]/12 = tau[i] - tau[i + 1] + sin(phi[i])*(fx[i] + fx[i + 1])/2 - cos(phi[i])*(fy[i] + fy[i + 1])/2;
      tau[i] = k*(0.3*sin(time + i) - (phi[i] - (if i > 1 then phi[i - 1] else 0))) - d*(w[i] - (if i > 1 then w[i - 1] else 0));
    end for;
    fx[n + 1] = 0;
    fy[n + 1] = 0;
    tau[n + 1] = 0;
    annotation(experiment(StopTime = 5));
  end Arm;
end Models;
