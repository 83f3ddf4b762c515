//! run --stop 1.1 --set p=3
//! run --stop 1.1 --set p=3 --method ida
//! final x = 3 within 1e-9
//! final y = 2 within 1e-9
//! final u = -1.2587714411684 within 1e-6
//! final w = -0.81332544117 within 1e-6
//! final b = 1 within 0
//! final z = 2.25 within 1e-9
// x + y = 5, y = 7 - 2*x + 1 at time 1; u^3 - u + 2*exp(-1) = 0, 2*w = u^3 + exp(-1);
// b: z = p - z/3
model DiscreteReals "At an event the equations of discrete Reals hold together with the others"
  parameter Real p = 3;
  Real x, y;
  discrete Real u(start = 0), w(start = 0), z(start = 0, fixed = true);
  Boolean b = x > 1;
equation
  when sample(0, 0.2) then
    y = 7 - 2*x + time;
    u = 2*w + exp(-time);
    w = u^3 - w + exp(-time);
  end when;
  x + y = 5;
  when sample(0, 0.2) then
    z = if b then p - z/3 else 100 - z;
  end when;
end DiscreteReals;
