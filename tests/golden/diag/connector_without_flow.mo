model M
  connector Port
    Real p;
    Real q;
  end Port;
  model Wall
    Port port;
  equation
    port.p = 1;
    port.q = 0;
  end Wall;
  Wall w;
end M;
