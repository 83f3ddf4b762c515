//! expect v["a.h"] = 4 within 1e-12
//! expect v["b.h"] = 1 within 1e-12
model RedeclareOwn "extends Port(redeclare model Medium = Medium) beside a Medium of its own"
  partial model Port
    replaceable model Medium = Water;
    Medium m;
  end Port;
  model Water
    Real cp = 4;
  end Water;
  model Air
    Real cp = 1;
  end Air;
  model Boundary
    extends Port(redeclare replaceable model Medium = Medium);
    replaceable model Medium = Water;
    Real h = m.cp;
  end Boundary;
  Boundary a, b(redeclare model Medium = Air);
end RedeclareOwn;
