model inner_of_parameters "a record of parameters is a parameter for an outer declaration that says so"
  record Data
    parameter Real a = 2;
  end Data;
  model Part
    outer parameter Data data;
    Real x = data.a*time;
  end Part;
  inner Data data;
  Part part;
end inner_of_parameters;
