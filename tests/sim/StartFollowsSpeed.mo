//! run --stop 1 --tolerance 1e-9
//! stderr not used: still.vy = 3 (it is 0)
//! final v["both.begun"] = 2 within 1e-12
//! final v["still.begun"] = 0 within 1e-12
//! final v["steep.begun"] = 4 within 1e-12
//! expect v["both.E"] = 2 - 9.81 within 1e-7
//! expect v["steep.E"] = 8 - 4.905 within 1e-7
model StartFollowsSpeed "Speeds of masses are given, none of angles: they are conditions where they say something about the motion, not with a factor of 0"
  model Pendulum
    Real phi, w, x, y, vx, vy, F, E;
    discrete Real begun "w at the start";
  equation
    der(phi) = w;
    x = sin(phi);
    y = -cos(phi);
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x;
    der(vy) = -F*y - 9.81;
    E = (vx^2 + vy^2)/2 + 9.81*y;
    when initial() then
      begun = w;
    end when;
  end Pendulum;
  Pendulum both(phi(start = 0), vx(start = 2), vy(start = 0));
  Pendulum still(phi(start = 0), vy(start = 3));
  Pendulum steep(phi(start = 1.0471975511965976), vx(start = 2));
end StartFollowsSpeed;
