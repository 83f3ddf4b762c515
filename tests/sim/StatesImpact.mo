//! run --stop 6 --tolerance 1e-9
//! run --stop 6 --tolerance 1e-9 --method cvode
//! run --stop 6 --tolerance 1e-9 --method ida
//! expect x**2 + y**2 = 1 within 1e-9
//! expect x*vx + y*vy = 0 within 1e-8
//! expect (vx**2 + vy**2)/2 + 9.81*y = 9.81*0.8 - loss within 1e-6
//! events state=8 time=0
model StatesImpact "DS-17: a pendulum that hits a wall; what is reinitialized need not be the state at hand"
  Real x(start = 0.6, fixed = true), y(start = 0.8), vx(start = 0, fixed = true), vy, F;
  discrete Real loss(start = 0, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
  when x < -0.3 then
    reinit(vx, -0.9*pre(vx));
    loss = pre(loss) + 0.19*(pre(vx)^2 + pre(vy)^2)/2;
  end when;
end StatesImpact;
