//! run --stop 2 --tolerance 1e-9
//! run --stop 2 --tolerance 1e-9 --method ida
//! expect x = 1.5*t if t < 1 else 1.5 + 0.75*(t-1) within 1e-7
//! expect load = 3 if t < 1 else 1.5 if t > 1 else load within 1e-9
model TwoInputs "A package constant, an import with a new name, protected parts, each, a nested function"
  encapsulated package Units
    package Values
      constant Real half = 0.5;
    end Values;
    function twice
      input Real x;
      output Real y = 2*x;
    algorithm
      annotation(Inline = true);
    end twice;
    package Deep
      constant Real three = twice(1.5);
    end Deep;
  end Units;
  import U = TwoInputs.Units.Values;
  import TwoInputs.Units.Deep.three;
  import TwoInputs.Units.Values.{half};
  import TwoInputs.Units.{twice};
  Real x(start = 0, fixed = true);
  Real load = if time < 1 then three else three*half;
protected
  Real hidden = U.half*load;
equation
  der(x) = hidden;
end TwoInputs;
