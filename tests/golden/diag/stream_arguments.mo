model stream_arguments "the operators of streams take stream variables"
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Part
    Port c;
    Real a = inStream(c.p), b = actualStream(c.h + 1);
  equation
    c.h = 1;
    c.p = 1;
  end Part;
  function f
    input Real h;
    output Real y = inStream(h);
  algorithm
  end f;
  Part part;
  Real z = f(1);
end stream_arguments;
