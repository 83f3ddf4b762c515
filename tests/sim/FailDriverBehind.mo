//! run --stop 1000
//! status 3
//! stderr with m*der(u) = q (
//! stderr with q = Q*(if time > 1 then 1 else 0.5) (
//! stderr where Q = 5000
model FailDriverBehind "What drives a temperature is behind a coefficient of ours that has the greater share"
  function f
    input Real T;
    output Real h;
  algorithm
    h := 1000*T + 0.05*T^2;
    annotation(derivative = df, Inline = false);
  end f;
  function df
    input Real T, dT;
    output Real dh;
  algorithm
    dh := (1000 + 0.1*T)*dT;
    annotation(Inline = false);
  end df;
  parameter Real Q = 5000, m = 0.6;
  Real T(start = 293, fixed = true, stateSelect = StateSelect.prefer), h, u, q;
equation
  h = f(T);
  u = h - 287*T;
  q = Q*(if time > 1 then 1 else 0.5);
  m*der(u) = q;
  assert(T < 1000, "too hot");
end FailDriverBehind;
