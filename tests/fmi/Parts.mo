package Parts "A mass and a spring with a lag, as one model and as two FMUs; all types"
  model Mass
    parameter Real m(unit = "kg", min = 0.1) = 2 "mass";
    input Real f(unit = "N") "force";
    output Real x(unit = "m", start = 1, fixed = true) "position";
    output Real v(unit = "m/s", start = 0, fixed = true);
  equation
    der(x) = v;
    m*der(v) = f;
  end Mass;
  model Spring
    parameter Real c(unit = "N/m") = 8, d = 2;
    input Real x, v;
    output Real f;
    Real slow(start = 0, fixed = true);
  equation
    der(slow) = (c*x + d*v - slow)/0.1;
    f = -slow;
  end Spring;
  model Whole
    Mass mass;
    Spring spring;
  equation
    spring.x = mass.x;
    spring.v = mass.v;
    mass.f = spring.f;
    annotation(experiment(StopTime = 4));
  end Whole;
  type Gear = enumeration(low, high);
  block Box
    parameter Real k(unit = "1") = 2 "gain", M[2, 2] = {{1, 2}, {3, 4}};
    parameter Integer count = 3;
    parameter String text = "a \"b\"";
    parameter Gear first = Gear.high;
    input Real u(unit = "V"), w[2];
    input Integer i;
    input Boolean b;
    input Gear g;
    output Real y = k*u + x, z[2] = M*w;
    output Integer j = i + count;
    output Boolean c = b;
    output Gear h = if b then g else first;
    output Integer changes(start = 0, fixed = true) "of b";
    output Boolean same = text == "a \"b\"";
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    when change(b) then
      changes = pre(changes) + 1;
    end when;
    when time > 0.9 and k > 90 then
      terminate("enough");
    end when;
  end Box;
  model Words "Strings that come and go"
    input String s(start = "none");
    input Real u;
    output String y, level(start = "low");
    output Real x(start = 0, fixed = true);
  equation
    y = s + "!";
    der(x) = u;
    when x > 0.45 then
      level = "high";
    end when;
  end Words;
end Parts;
