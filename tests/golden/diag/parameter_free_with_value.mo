model parameter_free_with_value "a value determines a parameter whatever fixed says"
  parameter Real p = 1;
  parameter Real q(fixed = false) = 2*p;
  Real x = q;
end parameter_free_with_value;
