record Strain
  String name;
  Real yield;
end Strain;
block Table
  parameter String file = "NoName";
end Table;
function known
  input String name;
  output Real y;
algorithm
  y := if name == "yeast" then 1 else 2;
end known;
model NameTextUnquoted "a word where a String is wanted is a text without its quotes; where a Real is, it is not"
  parameter Strain strain = Strain(yeast, 0.5);
  parameter Strain other = Strain(name = yeast, yield = 0.4);
  parameter Strain third = Strain("yeast", half);
  Table table(file = data);
  parameter String title = Growth;
  Real y = known(yeast);
end NameTextUnquoted;
