package P
  class Good
    extends ExternalObject;
    function constructor
      output Good g;
      external "C" g = malloc(8);
    end constructor;
    function destructor
      input Good g;
      external "C" free(g);
    end destructor;
  end Good;
  class Other
    extends ExternalObject;
    function constructor
      output Other o;
      external "C" o = malloc(8);
    end constructor;
    function destructor
      input Other o;
      external "C" free(o);
    end destructor;
  end Other;
  function f
    input Good g;
    output Real y;
    external "C" y = full_value(g);
  end f;
  function g
    input Real x;
    output Real y;
    external "Pascal" y = g(x);
  end g;
end P;
model M
  P.Good wrong = P.Other();
  Real y = P.f(2), z = P.g(1);
end M;
