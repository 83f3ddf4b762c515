package P
  class Empty
    extends ExternalObject;
    function constructor
      output Empty e;
      external "C" e = empty_new();
    end constructor;
  end Empty;
  class Full
    extends ExternalObject;
    Real x;
    function constructor
      output Full f;
      external "C" f = full_new();
    end constructor;
    function destructor
      input Full f;
      external "C" full_free(f);
    end destructor;
  end Full;
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
end P;
model M
  P.Empty e = P.Empty();
  P.Full full = P.Full();
  P.Good good;
  P.Good called = P.Good.constructor();
  P.Good other = P.Good();
end M;
