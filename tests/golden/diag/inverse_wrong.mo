model inverse_wrong "What a function says when it is tried as an inverse is said again when it is called"
  record Law
    Real k;
  end Law;
  function g
    input Law law;
    input Real dp;
    output Real q;
  algorithm
    q := abs(law) + dp;
  end g;
  function h
    input Law law;
    input Real dp;
    output Real q;
  algorithm
    q := g(law, dp);
  end h;
  function p
    input Law law;
    input Real q;
    output Real dp;
  algorithm
    dp := q^3;
    annotation(inverse(q = h(law, dp)));
  end p;
  parameter Law law(k = 2);
  Real x, y;
equation
  p(law, x) = 2*time;
  y = h(law, x);
end inverse_wrong;
