//! expect worst = 0 within 1e-12
//! expect boxes = 29 within 0
//! expect q4 = 3*cos(0.4) + 4*sin(0.4) within 1e-14
//! expect q12 = 4*cos(1.2) - 3*sin(1.2) within 1e-14
model RolledParameters "Parameters of equal components are loops in the code: texts, and arrays that functions get and return"
  function turned
    input Real T[2, 2], r[2];
    output Real q[2];
  algorithm
    for i in 1:2 loop
      q[i] := 0;
      for k in 1:2 loop
        q[i] := q[i] + T[i, k]*r[k];
      end for;
    end for;
  end turned;
  model Part
    parameter Real a = 1;
    parameter String shape = "box";
    parameter Boolean box = shape == "box";
    parameter Real T[2, 2] = {{cos(a), sin(a)}, {-sin(a), cos(a)}};
    parameter Real q[2] = turned(T, {3, 4});
    Real x(start = q[1], fixed = true);
  equation
    der(x) = q[2];
  end Part;
  Part p[30](a = {i/10 for i in 1:30}, shape = {if i == 7 then "ball" else "box" for i in 1:30});
  Real worst = max({abs(p[i].x - 3*cos(i/10) - 4*sin(i/10) - time*(4*cos(i/10) - 3*sin(i/10))) for i in 1:30});
  Real q4 = p[4].q[1], q12 = p[12].q[2];
  Real boxes = sum({if p[i].box then 1 else 0 for i in 1:30});
end RolledParameters;
