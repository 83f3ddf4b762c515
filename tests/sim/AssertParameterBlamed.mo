//! run --stop 1
//! status 3
//! stderr the parameter `gap` is -0.002
model AssertParameterBlamed "Of the factors of a negative product the negative one is named"
  parameter Real width = 0.5, gap = -0.002;
  parameter Integer n = 5;
  parameter Real area = n*width*gap;
  Real T(start = 350, fixed = true);
initial equation
  assert(area > 0, "area must be positive");
equation
  der(T) = -area*T;
end AssertParameterBlamed;
