//! run --stop 2
//! stderr w has grown to
//! stderr where k1 = 1, k2 = 1, ref = 100, and w closes the loop: is a sign or a parameter wrong there?
model WarnGrowthLoop "A loop that adds what it should subtract: the reference is not what drives it"
  parameter Real k1 = 1, k2 = 1, k = 2, J = 0.05;
  Real w(start = 0, fixed = true), ref, err, u;
equation
  ref = if time < 0.1 then 0 else 100;
  err = k1*ref + k2*w;
  u = k*err;
  J*der(w) = u;
end WarnGrowthLoop;
