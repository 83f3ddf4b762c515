model stream_misuse "a stream is part of a connector"
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Part
    Port c;
    stream Real h;
  equation
    c.h = 1;
    c.p = 1;
    h = 1;
  end Part;
  Part part;
end stream_misuse;
