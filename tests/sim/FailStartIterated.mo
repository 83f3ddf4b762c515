//! run
//! status 3
//! stderr logarithm of a number that is not positive (`dT1/dT2` is -1)
//! stderr `dT1` is -30 by dT1 = Th_in - Tc_out (
//! stderr nonlinear equations are solved there for
//! stderr other start values may lead to a solution
model FailStartIterated "What an iteration begins with has no logarithm"
  parameter Real UA = 500, Ch = 800, Cc = 200, Th_in = 350, Tc_in = 300;
  Real Th_out(start = 330), Tc_out(start = 360), Q, dT1, dT2, LMTD;
equation
  Q = Ch*(Th_in - Th_out);
  Q = Cc*(Tc_out - Tc_in);
  dT1 = Th_in - Tc_out;
  dT2 = Th_out - Tc_in;
  LMTD = (dT1 - dT2)/log(dT1/dT2);
  Q = UA*LMTD;
end FailStartIterated;
