package Graph
  package Interfaces
    model State
      parameter Integer n = 1;
      annotation(defaultComponentName = "root");
    end State;
  end Interfaces;
  model Root
    extends Interfaces.State;
    annotation(defaultComponentName = "root", defaultComponentPrefixes = "inner");
  end Root;
  model Step
    outer Interfaces.State root;
    Real x = root.n;
  end Step;
end Graph;
model InnerDefaultName
  Graph.Step step;
end InnerDefaultName;
