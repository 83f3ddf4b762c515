// Specification 14.2: operators belong to operator records.
model Plus
  operator '+'
    function add
      input Real a;
      output Real b;
    algorithm
      b := a;
    end add;
  end '+';
end Plus;
