model Source
  parameter Integer nPorts = 0;
  Real port[nPorts];
equation
  port = fill(time, nPorts);
end Source;
model M
  Source s;
  Real x = s.port[1];
end M;
