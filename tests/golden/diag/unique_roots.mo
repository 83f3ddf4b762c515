model M "two roots that are each to be the only one are connected"
  record Node
    Boolean on;
    function equalityConstraint
      input Node a;
      input Node b;
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end Node;
  connector Port
    Node node;
  end Port;
  model Root
    Port p;
  equation
    Connections.uniqueRoot(p.node, "a graph begins once");
    p.node.on = true;
  end Root;
  Root a, b;
equation
  connect(a.p, b.p);
end M;
