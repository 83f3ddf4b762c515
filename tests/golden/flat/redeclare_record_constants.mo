// A redeclared record and constants of the redeclaring package (pitfall 43).
partial package Base
  replaceable record Fc
    Real m;
  end Fc;
  constant String names[:];
  final constant Integer nS = size(names, 1);
  constant Fc fc[nS];
  constant Real total = sum(fc.m);
end Base;
package Air
  extends Base(names = {"N2", "O2"}, fc = {Fc(m = 28, k = 1), Fc(m = 32, k = 2)});
  redeclare record Fc
    Real m;
    Real k;
  end Fc;
end Air;
model M
  Real x[Air.nS];
  Real y = Air.fc[2].k;
  Real z = Air.total;
equation
  x = Air.fc.m*time;
end M;
// Real x[2]; Real y = 2; Real z = 60; equation x = {28, 32}*time;
