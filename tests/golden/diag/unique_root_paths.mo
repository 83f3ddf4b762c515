model M "an exit that no entry leads to"
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
  Port entry[2], exit[1];
  Integer way[2];
  Real x[2];
  Port c;
equation
  Connections.uniqueRoot(entry.node);
  Connections.root(c.node);
  c.node.on = false;
  entry[1].node.on = true;
  entry[2].node.on = true;
  way = Connections.uniqueRootIndices(entry.node, exit.node, "each exit needs an entry");
  x[way[1]] = 1;
  x[way[2]] = 2;
  connect(c, exit[1]);
end M;
