//! status 3
//! stderr a String of 2147483647 characters
model FailStringLength
  parameter String s = String(1, minimumLength = 2147483647);
  Real x = time;
end FailStringLength;
