//! run --stop 1
//! final begins = 1 within 0
//! final follows = 1 within 0
model StringInput "a String input that nobody gives has its start value, which may be computed"
  parameter String name = "left";
  input String s(start = name + "!");
  Boolean begins = s == "left!";
  Boolean follows = s + "?" == "left!?";
end StringInput;
