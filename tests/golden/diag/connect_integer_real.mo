// Specification 9.3: signals that are connected are of one type.
connector RealInput = input Real;
connector IntegerOutput = output Integer;
block Sink
  RealInput u;
end Sink;
block Source
  IntegerOutput y = 1;
end Source;
model Test
  Sink sink;
  Source source;
equation
  connect(source.y, sink.u);
end Test;
