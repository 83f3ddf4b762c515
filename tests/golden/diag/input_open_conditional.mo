connector In = input Real;
model Pump
  parameter Boolean useInput = false;
  In u = inside if useInput;
  Real q;
protected
  In inside;
equation
  if not useInput then
    inside = 1;
  end if;
  q = 2*inside;
end Pump;
model OpenConditional
  Pump pump(useInput = true);
end OpenConditional;
