//! run --stop 16 --tolerance 1e-9
//! stderr T1 has grown to 108804, faster and faster: the model is unstable
//! stderr nothing would grow with the opposite sign of C1 (it is 10), G (it is 5): a sign seems to be wrong
model GrowthOfDifference "heat goes from cold to hot: T1 - T2 = exp(0.75*t), T1 = 301 + (T1 - T2 - 1)*2/3"
  parameter Real C1 = 10, C2 = 20, G = 5;
  Real T1(start = 301, fixed = true), T2(start = 300, fixed = true), Q;
equation
  Q = G*(T1 - T2);
  C1*der(T1) = Q;
  C2*der(T2) = -Q;
end GrowthOfDifference;
