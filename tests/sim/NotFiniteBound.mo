//! run --stop 1
//! expect y = t*sqrt(2) within 1e-9
//! expect z = t*sqrt(2) within 1e-9
model NotFiniteBound
  "A constant may come from operations without a result that do not matter, as at run time"
  function residual
    input Real d;
    output Real r;
  algorithm
    r := d*d*(d/d) - 2;
  end residual;
  function bisection "The residual at the lower bound is no number"
    input Real low;
    output Real d;
  protected
    Real a, b;
  algorithm
    a := low;
    b := 2;
    d := (a + b)/2;
    for i in 1:50 loop
      if residual(a)*residual(d) < 0 then
        b := d;
      elseif residual(b)*residual(d) < 0 then
        a := d;
      end if;
      d := (a + b)/2;
    end for;
  end bisection;
  constant Real root = bisection(0);
  Real y = root*time, z = bisection(if time < 2 then 0 else 1)*time;
end NotFiniteBound;
