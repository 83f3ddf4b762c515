//! run --stop 4 --tolerance 1e-7
//! run --stop 4 --tolerance 1e-7 --method cvode
//! expect T = 310 - 10*exp(-t) within 1e-5
//! expect p = 2e5 - 1e5*exp(-2*t) within 1e-4
//! expect y = 2e5 - 1e5*exp(-2*t) within 1e-4
model PreferredProperties "preferred states behind functions of a medium: derivative with noDerivative, Inline or not"
  record Base
    Real p, d;
    Integer phase;
  end Base;
  function base
    input Real p, T;
    output Base b;
  algorithm
    b.p := p;
    b.d := 1000 + 5e-7*(p - 1e5);
    b.phase := if T > 1000 then 2 else 1;
  end base;
  function d_props
    input Real p, T;
    input Base b;
    output Real d;
  algorithm
    d := b.d;
    annotation(derivative(noDerivative = b) = d_der, Inline = false);
  end d_props;
  function d_der
    input Real p, T;
    input Base b;
    input Real dp, dT;
    output Real dd;
  algorithm
    if b.phase == 2 then
      dd := 1e-3*dp;
    else
      dd := 5e-7*dp + 0*dT;
    end if;
  end d_der;
  function u_props
    input Real p, T;
    input Base b;
    output Real u;
  algorithm
    u := 4200*(T - 300);
    annotation(derivative(noDerivative = b) = u_der, Inline = false);
  end u_props;
  function u_der
    input Real p, T;
    input Base b;
    input Real dp, dT;
    output Real du;
  protected
    Real list[2];
  algorithm
    for i in 1:2 loop
      list[i] := 2100*dT;
    end for;
    du := sum(list);
    annotation(Inline = false);
  end u_der;
  function density
    input Real p, T;
    output Real d;
  algorithm
    d := d_props(p, T, base(p, T));
    annotation(Inline = true);
  end density;
  function energy
    input Real p, T;
    output Real u;
  algorithm
    u := u_props(p, T, base(p, T));
    annotation(Inline = true);
  end energy;
  Real m, U, d, u, m_flow, H_flow;
  Real p(start = 1e5, stateSelect = StateSelect.prefer), T(start = 300, stateSelect = StateSelect.prefer);
  Real y = p;
equation
  m = 2*d;
  U = m*u;
  d = density(p, T);
  u = energy(p, T);
  der(m) = m_flow;
  der(U) = H_flow;
  m_flow = 1e-6*2*(2e5 - p);
  H_flow = m_flow*u + m*4200*(310 - T);
initial equation
  p = 1e5;
  T = 300;
end PreferredProperties;
