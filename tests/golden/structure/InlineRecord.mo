// A record of more results than statements are few: what is only passed on needs no call, and the
// pressure that is looked for is no unknown of a system through a function that returns it.
model InlineRecord
  record State
    Real p, T, X[2];
  end State;
  function root
    input Real h, X[:];
    output Real T;
  algorithm
    T := h;
    for i in 1:5 loop
      T := T - (T^3 + X[1]*T - h)/(3*T^2 + X[1]);
    end for;
  end root;
  function state
    input Real p, h, X[:];
    output State s;
  algorithm
    s := if size(X, 1) == 2 then State(p, root(h, X), X)
      else State(p, root(h, X), cat(1, X, {1 - sum(X)}));
  end state;
  Real p(start = 1), h = 2 + time;
  State s = state(p, h, {0.25});
equation
  s.p*s.T = 1 + s.X[2];
end InlineRecord;
