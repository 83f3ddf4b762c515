package Models "What FMUs must be able to do"
  model Ball "events, an enumeration, Strings, an input, arrays"
    type Mode = enumeration(up, down);
    parameter Real e = 0.7, a[3] = {1, 2, 3};
    parameter String text = "going up";
    input Real u(start = 0);
    output Real y = h;
    Real h(start = 1, fixed = true, unit = "m", displayUnit = "mm"), v(start = 0, fixed = true), b[3] = a*h;
    Mode mode = if v > 0 then Mode.up else Mode.down;
    String s = if v > 0 then text else "down";
    Integer n(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = u - 9.81;
    when h < 0 then
      reinit(v, -e*pre(v));
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 1.5));
  end Ball;
  model Pendulum "states are chosen during the run"
    Real x(start = 0.6), y(start = -0.8), vx(start = 0), vy, F;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x;
    der(vy) = -F*y - 9.81;
    x^2 + y^2 = 1;
    annotation(experiment(StopTime = 3));
  end Pendulum;
  model Swing "the same, over the top"
    extends Pendulum(vx(start = 6), vy(start = 4.5));
    annotation(experiment(StopTime = 1));
  end Swing;
  model Stiff "Robertson's reaction"
    Real y1(start = 1, fixed = true), y2(start = 0, fixed = true, nominal = 1e-4), y3(start = 0, fixed = true);
  equation
    der(y1) = -0.04*y1 + 1e4*y2*y3;
    der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
    der(y3) = 3e7*y2^2;
    annotation(experiment(StopTime = 100, Tolerance = 1e-7));
  end Stiff;
  model Sampled "time events, a delay, an algebraic loop"
    Real x(start = 1, fixed = true), z(start = 0.5), d = delay(x, 0.35);
    discrete Real k(start = 0, fixed = true);
  equation
    der(x) = -x + k + 0.3*d;
    z^3 + z = x;
    when sample(0.1, 0.25) then
      k = pre(k) + 0.5 - z;
    end when;
    annotation(experiment(StopTime = 2));
  end Sampled;
  model Clocked "partitions with clocks, which are the FMU's own"
    Real x(start = 1, fixed = true), uc(start = 0), yc, ys;
    output Real y, u;
    output Integer n(start = 0);
  equation
    der(x) = -x + u;
    yc = sample(x, Clock(1, 10));
    uc = -0.5*yc + 0.2*previous(uc);
    u = hold(uc);
    ys = subSample(yc, 2);
    y = hold(ys);
    when Clock(1, 4) then
      n = previous(n) + 1;
    end when;
    annotation(experiment(StopTime = 2));
  end Clocked;
  model Loop "of an array: equations of its own to be iterated"
    parameter Real k = 1;
    Real x(start = 1, fixed = true), y(start = 1), z;
  equation
    der(x) = -y;
    y + 0.3*tanh(z) = k*x;
    z = y^3 + 0.1*y;
    assert(y < 20*k, "y is " + String(y));
  end Loop;
  model Loops "functions of equal blocks are one"
    Loop l[12](k = linspace(0.5, 2, 12));
    Real total = sum(l.y);
    annotation(experiment(StopTime = 3));
  end Loops;
  function hard "C of the model"
    input Real x;
    output Real f;
  external "C" f = hard(x, 3) annotation (Include = "static double hard(double x, int n) { return n*x + pow(x, n); }");
  end hard;
  model Trigger "an amplifier with positive feedback: equations with three solutions; one ends, and another takes its place"
    parameter Real a = 1e4, b = 0.5;
    Real x(start = 0, fixed = true), y(start = 1);
  equation
    der(x) = y - x;
    y = if noEvent(a*(b*y - x) > 1) then 1 else if noEvent(a*(b*y - x) < -1) then -1 else a*(b*y - x);
    annotation(experiment(StopTime = 5));
  end Trigger;

  model Called "external C, on Windows too"
    Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -hard(x);
    annotation(experiment(StopTime = 2));
  end Called;
end Models;
