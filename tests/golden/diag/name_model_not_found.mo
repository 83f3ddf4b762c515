model M
  extends Modelicaa.Blocks.Sources.Sine;
end M;
