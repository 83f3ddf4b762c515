//! run --stop 1 --tolerance 1e-9 --method cvode
//! run --stop 1 --tolerance 1e-9 --method ida
//! expect v["z.re"] = cos(2*t) within 1e-7
//! expect v["z.im"] = sin(2*t) within 1e-7
//! expect v["w.re"] = cos(4*t) within 1e-7
//! expect v["pair[2].re"] = 5 within 0
//! expect v["pair[1].im"] = 2 + t within 1e-12
//! expect v["sum.re"] = 6 within 1e-12
//! expect seven = 7 + t within 1e-12
//! expect ten = 10 within 1e-12
model Records "z' = 2i z with records in functions and equations; w = z^2"
  record Cplx
    Real re;
    Real im;
  end Cplx;
  record Shifted
    Real re;
    Real im = 7;
  end Shifted;
  function mul
    input Cplx a, b;
    output Cplx c;
  algorithm
    c := Cplx(a.re*b.re - a.im*b.im, im = a.re*b.im + a.im*b.re);
  end mul;
  function add
    input Cplx a[:];
    output Cplx c = Cplx(0, 0);
  algorithm
    for i in 1:size(a, 1) loop
      c.re := c.re + a[i].re;
      c.im := c.im + a[i].im;
    end for;
  end add;
  function shift
    input Shifted s;
    input Real t;
    output Real y = s.im + t;
  algorithm
  end shift;
  Cplx z(re(start = 1, fixed = true), im(start = 0, fixed = true));
  Cplx w = mul(z, z), d = mul(Cplx(0, 2), z);
  Cplx pair[2] = {Cplx(1, 2 + time), Cplx(5, 1)};
  Real seven = shift(Shifted(3), time), ten = shift(Shifted(3, 10), 0);
  Cplx sum = add(pair);
equation
  der(z.re) = d.re;
  der(z.im) = d.im;
end Records;
