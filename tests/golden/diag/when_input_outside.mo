// An input of a submodel that a `when` outside of it assigns: a warning; a discrete one: an error
// (restrict_discrete).
model when_input_outside
  block B
    input Real u;
    output Real y;
  equation
    y = 2*u;
  end B;
  B b;
equation
  when sample(0, 0.1) then
    b.u = time;
  end when;
end when_input_outside;
