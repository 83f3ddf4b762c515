model Order
  Real a, b;
algorithm
  a := 2*b;
  b := time;
end Order;
