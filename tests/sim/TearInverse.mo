//! run --stop 2 --tolerance 1e-9
//! expect x = 2*t within 1e-9
//! expect y = 3 + t within 1e-9
//! expect v["z"] = t within 1e-8
model TearInverse "Functions solved by their inverse annotation: no iteration"
  record Law
    Real k, n;
  end Law;
  function pressure "Not to be inverted by symbols: sign and power"
    input Law law;
    input Real q;
    output Real dp;
  algorithm
    dp := law.k*sign(q)*abs(q)^law.n;
    annotation(inverse(q = flowOf(law, dp)));
  end pressure;
  function flowOf
    input Law law;
    input Real dp;
    output Real q;
  algorithm
    q := sign(dp)*(abs(dp)/law.k)^(1/law.n);
    annotation(inverse(dp = pressure(law, q)), Inline = true);
  end flowOf;
  function broken "An inverse that does not exist is left out"
    input Real u;
    output Real w;
  algorithm
    w := u^3 + u;
    annotation(inverse(u = nowhere(w)));
  end broken;
  parameter Law law(k = 2, n = 1.5);
  Real x, y, z;
equation
  pressure(law, x) = 2*(2*time)^1.5;
  flowOf(law, y) = ((3 + time)/2)^(1/1.5);
  broken(z) = time^3 + time;
end TearInverse;
