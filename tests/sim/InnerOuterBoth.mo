//! run --stop 1
//! expect level = 3 within 0
//! expect inside = 6 within 0
//! expect through = 3 within 0
//! expect scale = 5 within 0
model InnerOuterBoth "inner outer: names mean the outer element, components inside see the inner one; outer in a package (specification, 5.4, 5.5)"
  model Leaf
    outer Real level;
    Real seen = level;
  end Leaf;
  model Middle
    inner outer Real level = 2*level;
    Leaf leaf;
    Real own = level;
  end Middle;
  model User
    package Data
      outer constant Real scale;
    end Data;
    Real y = Data.scale;
  end User;
  model Plant
    inner Real level = 3;
    inner constant Real scale = 5;
    Middle middle;
    User user;
  end Plant;
  Plant plant;
  Real level = plant.middle.own;
  Real inside = plant.middle.leaf.seen;
  Real through = plant.middle.level;
  Real scale = plant.user.y;
end InnerOuterBoth;
