//! run --stop 1 --vars *
//! expect v["p.re"] = 1*t - 2*3 within 1e-12
//! expect v["p.im"] = 1*3 + 2*t within 1e-12
//! expect v["q.re"] = (1*t + 2*3)/(t*t + 9) within 1e-12
//! expect v["q.im"] = (2*t - 1*3)/(t*t + 9) within 1e-12
//! expect v["s.re"] = 1 + 5 - t + 2 within 1e-12
//! expect v["s.im"] = 2 + 0 - 3 within 1e-12
//! expect v["n.re"] = -t within 1e-12
//! expect v["n.im"] = -3 within 1e-12
//! expect v["e[1].re"] = 1 + 2*t within 1e-12
//! expect v["e[2].im"] = 3 + 8 within 1e-12
//! expect v["f[2].re"] = 2*t within 1e-12
//! expect v["f[2].im"] = 6 within 1e-12
//! expect v["g[1].re"] = 10 + 5*t within 1e-12
//! expect v["g[2].im"] = 2*30 + 3*40 within 1e-12
//! expect v["h[2,2].im"] = 2*6 + 3*8 within 1e-12
//! expect v["h[2,1].re"] = 2*t within 1e-12
//! expect v["total.re"] = 1 + t + 7 within 1e-12
//! expect v["total.im"] = 2 + 3 + 11 within 1e-12
//! expect v["several.re"] = 1 + 4 + 9 within 1e-12
//! expect v["several.im"] = 1 + 2 + 3 within 1e-12
//! expect v["prod.re"] = 1*t - 2*3 within 1e-12
//! expect v["dot.re"] = 1*1 + 2*2 + t*t + 9 within 1e-12
//! expect v["dot.im"] = 0 within 1e-12
//! expect v["nothing.re"] = 0 within 0
//! expect v["either.im"] = (2 if t < 0.5 else 3 if t > 0.5 else v["either.im"]) within 1e-12
//! expect same = 0 within 0
//! expect other = 1 within 0
//! expect v["vol.re"] = 2*t within 1e-12
//! expect v["vol.im"] = 6 within 1e-12
//! expect v["power.re"] = -3 within 1e-12
//! expect v["power.im"] = 4 within 1e-12
//! expect length = 17 within 0
//! expect v["chain.re"] = 4 within 1e-12
//! expect v["chain.im"] = 0 within 1e-12
//! expect v["scaled[3].im"] = 33 within 1e-12
//! expect v["built[2].re"] = 2 within 0
//! expect v["built[2].im"] = 5 within 0
//! expect v["k.im"] = 7 within 0
operator record C
  Real re;
  Real im;
  encapsulated operator 'constructor'
    import C;
    function fromReal
      input Real re;
      input Real im = 0;
      output C result(re = re, im = im);
    algorithm
    end fromReal;
  end 'constructor';
  encapsulated operator function '0'
    import C;
    output C c;
  algorithm
    c := C(0);
  end '0';
  encapsulated operator function '+'
    import C;
    input C a;
    input C b;
    output C c;
  algorithm
    c := C(a.re + b.re, a.im + b.im);
  end '+';
  encapsulated operator '-'
    import C;
    function negate
      input C a;
      output C c;
    algorithm
      c := C(-a.re, -a.im);
    end negate;
    function subtract
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re - b.re, a.im - b.im);
    end subtract;
  end '-';
  encapsulated operator '*'
    import C;
    function multiply
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
    end multiply;
    function scalarProduct
      input C a[:];
      input C b[size(a, 1)];
      output C c;
    algorithm
      c := C(0);
      for i in 1:size(a, 1) loop
        c := C(c.re + a[i].re*b[i].re + a[i].im*b[i].im, c.im + a[i].re*b[i].im - a[i].im*b[i].re);
      end for;
    end scalarProduct;
  end '*';
  encapsulated operator function '/'
    import C;
    input C a;
    input C b;
    output C c;
  protected
    Real d = b.re^2 + b.im^2;
  algorithm
    c := C((a.re*b.re + a.im*b.im)/d, (a.im*b.re - a.re*b.im)/d);
  end '/';
  encapsulated operator function '^'
    import C;
    input C a;
    input Integer n;
    output C c;
  algorithm
    c := C(1);
    for i in 1:n loop
      c := c*a;
    end for;
  end '^';
  encapsulated operator function '=='
    import C;
    input C a;
    input C b;
    output Boolean e;
  algorithm
    e := a.re == b.re and a.im == b.im;
  end '==';
  encapsulated operator function 'String'
    import C;
    input C c;
    input String name = "j";
    output String s;
  algorithm
    s := String(c.re) + "+" + String(c.im) + "*" + name;
  end 'String';
end C;
model OperatorRecord "operators, conversions, arrays and constructors of an operator record"
  operator record Voltage = C(re(unit = "V"), im(unit = "V"));
  function double
    input C c[:];
    output C y[size(c, 1)];
  algorithm
    y := 2*c;
  end double;
  function strange "a chain of operators in a function"
    input C a;
    output C b;
  protected
    C x[2];
  algorithm
    x := {a, -a};
    b := a;
    for i in 1:2 loop
      b := b + x[i]*a - a/1;
    end for;
    b := b + a^2 + (if b.re > 1e3 then C(5) else a);
  end strange;
  constant C j = C(0, 1);
  parameter C k = 3 + 7*j;
  C a = C(1, 2);
  C b = C(time, 3);
  C p = a*b;
  C q = a/b;
  C s = a + 5 - b + 2;
  C n = -b;
  C v[2] = {a, b};
  C e[2] = v + 2*{b, C(3, 4)};
  C f[2] = v*2;
  Real M[2, 2] = [0, 5; 2, 3];
  C g[2] = M*{C(15, 30), C(2 + time, 40)} + {C(-5*2 + 10, 0), C(0)};
  C h[2, 2] = [0, 1; 2, 3]*[b, C(5, 6); C(0), C(7, 8)];
  C total = sum({a, b, C(7, 11)});
  C several = sum(C(i^2, i) for i in 1:3);
  C prod = product(v);
  C dot = v*v;
  C empty[0];
  C nothing = sum(empty);
  C either = if time < 0.5 then a else b;
  discrete Integer same(start = 1);
  discrete Integer other(start = 0);
  Voltage vol;
  C power = a^2;
  Integer length = stringLength2(String(C(123, 4), name = "imaginary"));
  C chain = strange(C(2, 0));
  C scaled[3] = double({a, b, C(1, 16.5)});
  C built[2] = C(1:2, fill(5, 2));
  function stringLength2
    input String s;
    output Integer n;
  algorithm
    n := if s == "123+4*imaginary" then 17 else 0;
  end stringLength2;
equation
  C(0) = vol - 2*b;
  when initial() then
    same = if a == b then 1 else 0;
    other = if a == C(1, 2) then 1 else 0;
  end when;
end OperatorRecord;
