model derivative_of_array "der(f)(T, c, der(T), 0) is linear in der(T), whatever array c is"
  function f
    input Real T, c[3];
    output Real h = 0;
  algorithm
    for i in 1:3 loop
      h := (h + c[i])*T;
    end for;
    annotation (Inline = false);
  end f;
  Real T(start = 300, fixed = true, stateSelect = StateSelect.always), h, u;
equation
  h = f(T, {7, 1e-3, 3.5});
  u = h - 2*T;
  der(u) = 1000;
end derivative_of_array;
