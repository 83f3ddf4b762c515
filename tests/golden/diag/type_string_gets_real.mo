model M
  parameter String s = 3;
  parameter Real r = "text";
end M;
