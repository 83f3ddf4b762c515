// Specification 4.7, 14.2: packages and operators have declarations only.
package Active
  constant Real c = 1;
algorithm
  c := 2;
end Active;
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
