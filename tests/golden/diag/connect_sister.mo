package Ports
  connector In = input Real;
  connector Out = output Real;
  partial block SO
    Out y;
  end SO;
  partial block Two
    In u;
    Out y;
  end Two;
  partial block SISO
    In u;
    Out y;
  end SISO;
  partial block Sum
    In u;
    Real y;
  end Sum;
end Ports;
block Limit
  extends Ports.SO;
equation
  y = 1;
end Limit;
model ConnectSister
  Limit a, b;
equation
  connect(a.y, b.u);
end ConnectSister;
