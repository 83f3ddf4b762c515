// Specification 7.2.6: the elements of a final class can be used, and others added by extension.
model TransferFunction
  parameter Real b[:] = {1};
  parameter Real a[:] = {1, 1};
end TransferFunction;
model Test
  final model MyTF = TransferFunction(b = {1, 2});
  MyTF tf1;
  model TFX
    extends MyTF;
    parameter Real foo = 1.0;
  end TFX;
  TFX tfx(foo = 2.0);
end Test;
