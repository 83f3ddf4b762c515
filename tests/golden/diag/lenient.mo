package Base
  model A Real x = 1; end A;
end Base;
partial model Picture
  annotation(Icon());
end Picture;
package Own
  extends Picture;
  extends Base;
  model A Real x = 2; end A;
  model Bare Real t = time; end Bare;
end Own;
operator record Pair
  Real a, b;
  encapsulated operator function '*'
    input Real n = 1;
    input .Pair p;
    output .Pair r = .Pair(n*p.a, n*p.b);
  algorithm
  end '*';
end Pair;
model Lenient "What other tools take is taken with a warning, where its meaning is clear"
  model S
    Real r[2](min = 0) = {1, 2};
  end S;
  Own.A a;
  S s[2](r(displayUnit = "mm"));
  Pair p = 2*Pair(1, 2);
  annotation(Documentation(info = "first"));
  annotation(experiment(StopTime = 2));
end Lenient;
