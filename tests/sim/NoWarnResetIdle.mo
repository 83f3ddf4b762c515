//! run --stop 3.5
//! quiet
//! final q = 0 within 0
model NoWarnResetIdle "A mean that begins anew each second, of a signal that is 0: it is set to what it is, and stays there"
  parameter Real k = 0;
  Real q(start = 0, fixed = true);
equation
  der(q) = k*sin(time);
  when sample(1, 1) then
    reinit(q, 0);
  end when;
end NoWarnResetIdle;
