model InnerPrefixForgotten "told once, however many components look for it"
  model World
    parameter Real g = 9.81;
  end World;
  model Stone
    outer World world;
    Real v(start = 0, fixed = true);
  equation
    der(v) = world.g;
  end Stone;
  World world;
  Stone a, b, c;
end InnerPrefixForgotten;
