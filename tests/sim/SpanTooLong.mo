//! run --start -1e308 --stop 1e308
//! status 3
//! stderr the time from -1e+308 to 1e+308 is too long
model SpanTooLong
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end SpanTooLong;
