//! run --stop 2 --tolerance 1e-7 --method bdf
//! run --stop 2 --tolerance 1e-7 --method sdirk
//! final h = 0.512*sqrt(20)*(2 - 3.88*sqrt(0.2)) - 5*(2 - 3.88*sqrt(0.2))**2 within 1e-6
//! final w = 0.512*sqrt(20) - 10*(2 - 3.88*sqrt(0.2)) within 1e-6
//! events state=6
model InlineBounce "Events inside steps of inlined methods"
  Real h(start = 1, fixed = true), w(start = 0, fixed = true);
equation
  der(h) = w;
  der(w) = -10;
  when h < 0 then
    reinit(w, -0.8*pre(w));
  end when;
end InlineBounce;
