// A function as an argument, with a bound input (section 12.4.2).
package P
  partial function Integrand
    input Real u;
    output Real y;
  end Integrand;
  function line
    extends Integrand;
    input Real k;
    input Real d = 1;
  algorithm
    y := k*u + d;
  end line;
  function midpoint
    input Integrand f;
    input Integer n;
    output Real s = 0;
  algorithm
    for i in 1:n loop
      s := s + f((i - 0.5)/n)/n;
    end for;
  end midpoint;
  constant Real b = midpoint(function line(k = 4), 10);
end P;
model M
  Real b = P.b;
end M;
// the mean of 4u + 1 over (0, 1): 3
