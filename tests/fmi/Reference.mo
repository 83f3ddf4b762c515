package Reference "The equations of the Reference FMUs, from their documentation"
  model BouncingBall
    parameter Real e = 0.7, vmin = 0.1;
    Real h(start = 1, fixed = true), v(start = 0, fixed = true), g(start = -9.81, fixed = true);
  equation
    der(h) = v;
    der(v) = g;
    der(g) = 0;
    when h <= 0 and v < 0 then
      reinit(h, 0);
      reinit(v, if -e*pre(v) < vmin then 0 else -e*pre(v));
      reinit(g, if -e*pre(v) < vmin then 0 else pre(g));
    end when;
    annotation(experiment(StopTime = 2.4));
  end BouncingBall;
  model Dahlquist
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
  equation
    der(x) = -k*x;
    annotation(experiment(StopTime = 10));
  end Dahlquist;
  model VanDerPol
    parameter Real mu = 1;
    Real x0(start = 2, fixed = true), x1(start = 0, fixed = true);
  equation
    der(x0) = x1;
    der(x1) = mu*((1 - x0*x0)*x1) - x0;
    annotation(experiment(StopTime = 20));
  end VanDerPol;
  model StateSpace
    parameter Real A[3,3] = identity(3), B[3,3] = identity(3), C[3,3] = identity(3), D[3,3] = identity(3);
    Real u[3] = {1, 2, 3}, x[3](each start = 0, each fixed = true), y[3];
  equation
    der(x) = A*x + B*u;
    y = C*x + D*u;
    annotation(experiment(StopTime = 10));
  end StateSpace;
  model Roberts
    Real y1(start = 1, fixed = true, nominal = 1e-4), y2(start = 0, fixed = true, nominal = 1e-2), y3;
  equation
    der(y1) = -0.04*y1 + 1e4*y2*y3;
    der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
    y1 + y2 + y3 = 1;
    annotation(experiment(StartTime = 1e-5, StopTime = 1e4));
  end Roberts;
end Reference;
