//! run --stop 1
//! final v["at0.X"] = 0.3 within 1e-9
//! final v["at0.dX"] = 0 within 1e-9
//! final v["at0.Y"] = 2.5 within 1e-9
model InitialDirections "Steady state of a mixer: relations whose operands are known before a mixed block have their truth in it"
  parameter Real a = 0.5, b = 0.2;
  Real in1 = 5 + time, in2 = 10 + time;
  Real X(start = 0.9), p(start = 1), w(start = 1), M, Y(start = 7);
  Real X1, X2, Xo;
  record Start
    Real X, dX, Y;
  end Start;
  discrete Start at0;
initial equation
  der(X) = 0;
  der(Y) = 0;
  p = 2;
equation
  M = p*(1 + X);
  X1 = if in1 > 0 then a else X;
  X2 = if in2 > 0 then b else X;
  Xo = if w < 0 then 0.7 else X;
  M*der(X) = in1*(X1 - X) + in2*(X2 - X) - w*(Xo - X);
  der(M) = in1 + in2 - w;
  w = (if w > 0 then 2 else 3)*(p + X);
  der(Y) = (if w > 0 then 1 else 2)*(0.5*floor(in1) - Y) + 0*M;
  when initial() then
    at0.X = X;
    at0.dX = der(X);
    at0.Y = Y;
  end when;
end InitialDirections;
