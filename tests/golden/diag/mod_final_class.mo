// Specification 7.2.6: all elements of a final class are final, also through extension and short
// classes.
model TransferFunction
  parameter Real b[:] = {1};
  parameter Real a[:] = {1, 1};
end TransferFunction;
model Test
  final model MyTF = TransferFunction(b = {1, 2});
  MyTF tf2(a = {1, 2});
  model M = MyTF(a = {4});
  M m;
  model TFX
    extends MyTF;
    parameter Real foo = 1.0;
  end TFX;
  TFX tfx2(a = {1, 3});
end Test;
