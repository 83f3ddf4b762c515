within A.B;
encapsulated package R
  import SI = Modelica.Units.SI;
  import A.C.{d, e};
  import A.D.*;
  extends Base(redeclare package M = N(k = 2), final x = 3, break old, break connect(a.p, b[1].n));
  redeclare replaceable model extends Inner(y = break)
  protected
    inner outer Real w if use "conditional";
  end Inner;
  replaceable function f = g(final a = 1) constrainedby h(b = 2) "choice"
    annotation(choicesAllMatching = true);
  M m(redeclare each final replaceable Q q[2](p.r(start = 0)) "q" constrainedby S, t());
end R;
