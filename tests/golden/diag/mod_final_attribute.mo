type Length = Real(final unit = "m");
model M
  Length l(unit = "cm") = 1;
end M;
