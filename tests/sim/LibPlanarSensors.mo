//! run --stop 2 --tolerance 1e-9
//! expect v["place.x"] = 1 + 2*cos(0.3 + 0.5) within 1e-12
//! expect v["place.y"] = 2*sin(0.3 + 0.5) within 1e-12
//! expect v["place.phi"] = 0.3 + 0.25 within 1e-12
//! expect v["cut.fx"] = -10 within 1e-9
//! expect v["cut.fy"] = 3*9.80665 - 4*t within 1e-9
//! expect v["cut.t"] = 3*9.80665*2*cos(0.8) - 4*t*2*cos(0.8) + 10*2*sin(0.8) - 7 within 1e-9
//! expect v["speed.vx"] = 2*cos(0.7)*t**2/2 within 1e-7
//! expect v["speed.vy"] = 2*sin(0.7)*t**2/2 within 1e-7
//! expect v["speed.w"] = 0 within 1e-12
//! expect v["slide.s"] = t**3/3 within 1e-7
//! expect v["wallCut.t"] = (0.5 + v["slide.s"]*cos(0.7))*1.5*9.80665 + 0.5*1.5*2*t*sin(0.7) within 1e-6
model LibPlanarSensors "A loaded arm that stays, and a slide pushed against gravity"
  import Kron.Planar.*;
  inner World world;
  // A clamped arm: what the clamp holds
  Fixed clamp(x = 1, phi = 0.3);
  ForceSensor cut;
  Bar arm(l = 2, direction = 0.5, turn = 0.25);
  Body weight(m = 3, J = 1);
  Force load(fx = 10, fy = 4*time, t = 7);
  PositionSensor place;
  // A slide at 0.7 rad: the push carries the weight along it and accelerates by 2 t
  Fixed wall;
  ForceSensor wallCut;
  Bar shelf(l = 0.5);
  Prismatic slide(direction = 0.7, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Body box(m = 1.5, J = 1);
  Kron.Translational.Force push(u = 1.5*(9.80665*sin(0.7) + 2*time));
  SpeedSensor speed;
equation
  connect(clamp.frame, cut.a);
  connect(cut.b, arm.a);
  connect(arm.b, weight.frame);
  connect(load.frame, weight.frame);
  connect(place.frame, arm.b);
  connect(wall.frame, wallCut.a);
  connect(wallCut.b, shelf.a);
  connect(shelf.b, slide.a);
  connect(slide.b, box.frame);
  connect(push.flange, slide.axis);
  connect(speed.frame, box.frame);
end LibPlanarSensors;
