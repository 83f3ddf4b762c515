//! run --stop 0.1 --tolerance 1e-9
//! final x0 = -0.25 within 1e-9
//! final y0 = -0.4330127018922193 within 1e-9
model StartFollowsSide "Both coordinates of a body on a hinge are fixed: the one that is left over says on which side"
  import Kron.Planar.*;
  inner World world;
  Fixed ground;
  Revolute hinge;
  Bar bar(l = 0.5);
  Body body(J = 0.1, x(start = -0.25, fixed = true), y(start = -0.4330127018922193, fixed = true));
  discrete Real x0, y0;
equation
  connect(ground.frame, hinge.a);
  connect(hinge.b, bar.a);
  connect(bar.b, body.frame);
  when initial() then
    x0 = body.x;
    y0 = body.y;
  end when;
end StartFollowsSide;
