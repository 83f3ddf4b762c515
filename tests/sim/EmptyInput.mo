//! run --stop 1
//! expect h = 4*t within 1e-12
//! expect w = 5*t within 1e-12
model EmptyInput "Nothing is given for an input whose elements the function does not use"
  package Medium
    constant Integer n = 2;
    function enthalpy
      input Real t;
      input Real x[n];
      output Real h;
    algorithm
      h := 4*t;
    end enthalpy;
    function enthalpyPure "As in media of the Standard Library 3.2"
      input Real t;
      output Real h;
    algorithm
      h := enthalpy(t, fill(0, 0));
    end enthalpyPure;
    function steps "A function that is not one expression"
      input Real t;
      input Real x[n, 1];
      output Real h;
    algorithm
      h := 0;
      for i in 1:5 loop
        h := h + t;
      end for;
    end steps;
  end Medium;
  Real h = Medium.enthalpyPure(time), w = Medium.steps(time, zeros(0, 1));
end EmptyInput;
