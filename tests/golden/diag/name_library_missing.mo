model M
  Modelica.Blocks.Sources.Sine s(f = 2);
end M;
