model Strings "a \"quoted\" text, \\ \t \n and
a second line" 
  parameter String s = "ä€ " + "b" "first " + "second";
  Real 'x\'y+z', '\\' /* a comment // inside */; // another /* one
  annotation(Documentation(info = "<html><p>text</p></html>"), Icon(graphics = {}));
end Strings;
