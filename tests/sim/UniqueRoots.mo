//! run --stop 1
//! quiet
//! final a = 12 within 0
//! final b = 3 within 0
//! final c = 21 within 0
model UniqueRoots "Connections.uniqueRoot and uniqueRootIndices: which entry a path to an exit begins at"
  record Node
    Boolean on;
    function equalityConstraint
      input Node a;
      input Node b;
      output Real residue[0];
    algorithm
      assert(a.on == b.on, "nodes differ");
    end equalityConstraint;
  end Node;
  connector Port
    Node node;
  end Port;
  model Step "passes its node on"
    Port p, n;
  equation
    Connections.branch(p.node, n.node);
    p.node = n.node;
  end Step;
  model Parallel
    parameter Integer nEntry, nExit;
    Port entry[nEntry], exit[nExit];
    Integer first[nEntry];
    Integer way[nEntry];
  equation
    Connections.uniqueRoot(entry.node, "entries are connected");
    for i in 1:nEntry loop
      entry[i].node.on = true;
      first[way[i]] = i;
    end for;
    way = Connections.uniqueRootIndices(entry.node, exit.node, "no path");
  end Parallel;
  Parallel turned(nEntry = 3, nExit = 2), none(nEntry = 0, nExit = 0);
  Parallel straight(nEntry = 2, nExit = 2);
  Step s[5];
  Integer a = 10*turned.first[3] + turned.first[1], b = turned.first[2];
  Integer c = 10*straight.way[2] + straight.way[1];
equation
  connect(turned.entry[3], s[1].p);
  connect(s[1].n, turned.exit[1]);
  connect(turned.entry[1], s[2].p);
  connect(s[2].n, s[3].p);
  connect(s[3].n, turned.exit[2]);
  connect(straight.entry[1], s[4].p);
  connect(s[4].n, straight.exit[1]);
  connect(straight.entry[2], s[5].p);
  connect(s[5].n, straight.exit[2]);
  annotation(Documentation(info = "exit[1] of `turned` is reached from entry[3], exit[2] from entry[1], none from entry[2]"));
end UniqueRoots;
