model M
  block S
    outer output Integer v;
  equation
    v = previous(v) + 1;
  end S;
  block T
    inner outer output Integer v;
    S s;
  equation
    v = previous(v) - 1;
    initialState(s);
  end T;
  inner Integer v(start = 0);
  T t;
equation
  initialState(t);
end M;
