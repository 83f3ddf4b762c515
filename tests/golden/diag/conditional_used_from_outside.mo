model conditional_used_from_outside "an element that has a condition, used by the class around it"
  model Sub
    parameter Boolean on = true;
    Real y = time if on;
  end Sub;
  Sub sub;
  Real x = 2*sub.y;
end conditional_used_from_outside;
