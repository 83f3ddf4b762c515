model TransferFunction
  parameter Real b[:] = {1};
end TransferFunction;
model PI
  parameter Real k = 1;
  TransferFunction tf(final b = {k, 1});
end PI;
model M
  PI c2(tf(b = {1}));
end M;
