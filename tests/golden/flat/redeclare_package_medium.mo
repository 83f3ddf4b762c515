// Package with class extends: the pattern of all media (notes 4).
partial package Fluid0
  constant Integer n;
  replaceable partial function visc
    input Real T;
    output Real mu;
  end visc;
  replaceable partial model Props
    Real x[n];
    Real T;
  end Props;
end Fluid0;
package Oil
  extends Fluid0(n = 2);
  redeclare function extends visc
  algorithm
    mu := 3*T;
  end visc;
  redeclare model extends Props(T(start = 300))
  equation
    x = fill(visc(T), n);
    der(T) = -T;
  end Props;
end Oil;
model Tank
  replaceable package Medium = Fluid0;
  Medium.Props p;
end Tank;
model Plant
  package Medium = Oil;
  Tank t(redeclare package Medium = Medium);
end Plant;
// Real t.p.x[2]; Real t.p.T(start = 300);
// equation t.p.x = fill(Oil.visc(t.p.T), 2); der(t.p.T) = -t.p.T;
