// The condition of a component asks for the inner that is added because none is declared.
package P
  model World
    parameter Boolean show = true;
    parameter Real g = 9.81;
  end World;
  model Shape
    Real length = 2;
  end Shape;
  model Part
    outer World world;
    Shape shape if world.show;
    Real f = world.g;
  end Part;
end P;
model M
  P.Part part;
end M;
