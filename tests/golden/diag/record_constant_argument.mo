model RecordConstantArgument
  record R constant Real k = 2; Real a; Real b; end R;
  R r = R(1,2,3);
end RecordConstantArgument;
