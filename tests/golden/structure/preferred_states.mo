model preferred_states "a stiff liquid is described by mass and energy, but pressure and temperature are preferred"
  Real m, U, d, u, m_flow, H_flow;
  Real p(start = 1e5, stateSelect = StateSelect.prefer), T(start = 300, stateSelect = StateSelect.prefer);
  Real q(stateSelect = StateSelect.prefer) "follows from what is prescribed: no state";
  parameter Real K = 2e9 "mass as state, with a relative error of 1e-6, would give 2000 Pa";
equation
  m = 2*d;
  U = m*u;
  d = 1000 + 1000*(p - 1e5)/K;
  u = 4200*(T - 300);
  der(m) = m_flow;
  der(U) = H_flow;
  m_flow = 2*1000/K*2*(2e5 - p);
  H_flow = m_flow*u + m*4200*(310 - T);
  q = sin(time);
initial equation
  p = 1e5;
  T = 300;
end preferred_states;
