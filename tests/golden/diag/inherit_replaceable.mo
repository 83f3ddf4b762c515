// Specification 7.1.4: a base class must not be replaceable, nor anything in its name.
package Medium0
  model Props
    Real x = 1;
  end Props;
end Medium0;
model A
  replaceable model M
    parameter Real x = 1;
  end M;
  model N
    extends M;
  end N;
  replaceable package Medium = Medium0;
  model P
    extends Medium.Props;
  end P;
  N n;
  P p;
end A;
