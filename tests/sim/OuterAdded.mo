//! run --stop 1
//! expect v["part.extra.y"] = 2*t within 1e-12
//! expect v["part.z"] = 3 within 1e-12
//! stderr one with default values is added
model OuterAdded "A parameter that is outer and nowhere inner has its default value, also where structure depends on it"
  model Extra
    Real y = 2*time;
  end Extra;
  model Part
    outer parameter Boolean lean;
    Extra extra if not lean;
    Real z = if lean then 4 else 3;
  end Part;
  Part part;
end OuterAdded;
