//! run --stop 2 --tolerance 1e-9
//! expect y = (2*x if x < 1 else x + 1 if x < 2 else 7 - 2*x) within 1e-9
//! expect v["w[1]"] = 1.5 within 0
//! expect v["w[2]"] = 2*y within 1e-12
//! expect v["w[3]"] = 3*x within 1e-12
//! expect most = max(x, y, 1.5) within 0
//! expect z = x**2 + x**3 within 1e-12
model ArrayFunctions "functions of arrays, with arrays as results, loops and searches: other languages have them as formulas"
  function interpolate "Linear between the rows of a table"
    input Real u;
    input Real t[:, 2];
    output Real y;
  protected
    Integer i = 1;
  algorithm
    while i < size(t, 1) - 1 and u > t[i + 1, 1] loop
      i := i + 1;
    end while;
    y := t[i, 2] + (u - t[i, 1])*(t[i + 1, 2] - t[i, 2])/(t[i + 1, 1] - t[i, 1]);
  end interpolate;
  function turned "Two results, one of them an array that a loop fills"
    input Real v[:];
    output Real w[size(v, 1)];
    output Real most = v[1];
  algorithm
    for i in 1:size(v, 1) loop
      w[i] := v[size(v, 1) + 1 - i]*i;
      if v[i] > most then
        most := v[i];
      end if;
    end for;
  end turned;
  parameter Real tab[4, 2] = [0, 0; 1, 2; 2, 3; 4, -1];
  Real x(start = 0.5, fixed = true), y, w[3], most, z, sum_;
algorithm
  z := x^2;
  sum_ := 3;
  if z > -1 then
    sum_ := z*x;
  else
    sum_ := sum_ - z;
  end if;
  z := z + sum_;
equation
  y = interpolate(x, tab);
  (w, most) = turned({x, y, 1.5});
  der(x) = 1 - 0.1*y + 0.01*w[1] - 0.02*w[3] + 0.03*most;
end ArrayFunctions;
