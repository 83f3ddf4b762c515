// Specification 4.7, 14.2: packages and operators have declarations only; operators belong to
// operator records.
package Active
  constant Real c = 1;
algorithm
  c := 2;
end Active;
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
operator record Number
  Real x;
  operator '-'
    function subtract
      input Number a;
      output Number b;
    algorithm
      b := a;
    end subtract;
  equation
    x = 1;
  end '-';
end Number;
