//! run --tolerance 1e-9
//! expect v["shaft2.a"] = 10/3 within 1e-13
//! expect v["shaft1.a"] = 50/3 within 1e-13
//! expect v["shaft1.tr"] = 4/3 within 1e-13
//! expect v["shaft2.tl"] = 20/3 within 1e-13
//! expect v["shaft2.w"] = 10/3*t within 1e-9
//! expect v["torn2.a"] = 10/3 within 1e-13
//! expect v["torn1.tr"] = 4/3 within 1e-13
//! expect v["back2.a"] = 3/5/(2 + 0.1/25) within 1e-13
//! expect v["back2.w"] = 3/5/(2 + 0.1/25)*t within 1e-9
//! expect v["disc1.w"] = 1 + cos(sqrt(40*(2 + 3)/2/3)*t)*1.5 within 1e-6
//! expect 2*v["disc1.w"] + (1 + 4*0.5)*v["disc2.w"] = 5 within 1e-8
model LibDriveTrain "RX-33, RX-34, RX-35: the drive train relaxed, torn, and torn with a reversed gear; RX-18: a spring between two rigid parts"
  import Kron.DriveTrain.*;
  Drive drive1(t = 3), drive2(t = 3), drive3(t = 3);
  Shaft shaft1(J = 0.1);
  Gear gear(i = 5);
  ShaftS shaft2(J = 2, w(start = 0, fixed = true));
  Torn.Shaft torn1(J = 0.1);
  Torn.Gear tornGear(i = 5);
  Torn.ShaftS torn2(J = 2, w(start = 0, fixed = true));
  Torn.Shaft back1(J = 0.1);
  Torn.Gear backGear(i = 5);
  Torn.ShaftS back2(J = 2, w(start = 0, fixed = true));
  ShaftS disc1(J = 2, w(start = 2.5, fixed = true));
  SpringDamper spring(c = 40, phi(start = 0, fixed = true));
  ShaftS disc2(J = 1, w(start = 0, fixed = true));
  Gear up(i = 2);
  Shaft disc3(J = 0.5);
equation
  connect(drive1.flange, shaft1.l);
  connect(shaft1.r, gear.l);
  connect(gear.r, shaft2.l);
  connect(drive2.flange, torn1.l);
  connect(torn1.r, tornGear.l);
  connect(tornGear.r, torn2.l);
  connect(drive3.flange, back1.l);
  connect(back1.r, backGear.r);
  connect(backGear.l, back2.l);
  connect(disc1.r, spring.l);
  connect(spring.r, disc2.l);
  connect(disc3.r, up.l);
  connect(up.r, disc2.r);
end LibDriveTrain;
