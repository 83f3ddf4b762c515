//! run --stop 2
//! stderr which a `when` outside of it should not assign
//! final v["part.y"] = 6 within 1e-12
//! final v["x"] = 6 within 1e-5
model WhenGivesInput "A discrete input of a submodel is given by a when around it"
  model Part
    discrete input Real u(start = 0, fixed = true);
    Real y = 2*u;
  end Part;
  Part part;
  Real x(start = 0, fixed = true);
equation
  when time >= 1 then
    part.u = 3;
  end when;
  der(x) = part.y;
end WhenGivesInput;
