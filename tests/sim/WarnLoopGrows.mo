//! run --stop 10
//! stderr at time 10 a has grown to 11013.2, faster and faster: the model is unstable
//! stderr nothing would grow with the opposite sign of 
//! expect a = cosh(t) within 1e-4
model WarnLoopGrows "Two integrators whose loop has the wrong sign"
  parameter Real k = 1;
  Real a(start = 1, fixed = true), b(start = 0, fixed = true);
equation
  der(a) = k*b;
  der(b) = a;
end WarnLoopGrows;
