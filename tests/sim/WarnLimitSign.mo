//! run --stop 40
//! stderr at time 40 act.y = -2 is at its limit, with act.u = 
//! stderr the loop it is in amplifies what it is to correct: without the limit
//! stderr nothing would grow with the opposite sign of 
//! never right.y
//! expect x = 1 - 20*(1 - exp(-0.1*t)) within 1e-4
//! final z = 1 within 1e-6
model WarnLimitSign "A limiter in a loop that acts the wrong way, and one in a loop that acts the right way"
  model Limiter
    parameter Real most = 2;
    Real u, y = if u > most then most elseif u < -most then -most else u;
  end Limiter;
  parameter Real gain = 5, goal = 1.5;
  Limiter act(u = gain*(x - goal)), right(u = 5*(1 - z));
  Real x(start = 1, fixed = true), z(start = 30, fixed = true);
equation
  der(x) = act.y - 0.1*(x - 1);
  der(z) = right.y;
end WarnLimitSign;
