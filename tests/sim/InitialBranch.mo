//! run --stop 0.25 --interval 0.05
//! final v["xd[1]"] = 2 within 1e-12
//! final v["xd[2]"] = 0.01 within 1e-12
function isEqual
  input Real A[:, :], B[:, :];
  output Boolean b;
algorithm
  b := true;
  for i in 1:size(A, 1) loop
    for j in 1:size(A, 2) loop
      b := b and A[i, j] == B[i, j];
    end for;
  end for;
end isEqual;
model InitialBranch "Initial equations that a function of parameters chooses"
  parameter Integer nx = 2;
  parameter Real A[2,2] = [1, 0.1; -0.1, 0.8], B[2] = {0, 0.1};
  discrete Real xd[nx](start = {1, 2}), new_xd[nx](start = {1, 2}), us, xs[nx];
  Real x[nx];
  Real u = 2 + time;
  Boolean trig = sample(0.1, 0.1);
equation
  when {initial(), trig} then
    us = u;
    new_xd = B*us + A*xd;
    xs = xd + B*us;
    xd = pre(new_xd);
  end when;
  x = xs;
initial equation
  pre(us) = us;
  if isEqual(A, identity(2)) then
    u = 0;
    xd[2:2] = x[2:2];
  else
    xd = B*us + A*xd;
  end if;
end InitialBranch;
