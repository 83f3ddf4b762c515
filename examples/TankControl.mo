/* A tank is filled by a pump and drained through a hole (Torricelli: the outflow grows with the
   square root of the level). A computer measures the level every 5 s and sets the pump. Look at the
   level and at the steps of the pump: the level goes to 1 m, and to 1.5 m from 300 s on; at 600 s
   someone opens a tap. With a period of 40 s the loop becomes restless.

     build/kron simulate examples/TankControl.mo --plot level
     build/kron simulate examples/TankControl.mo --plot controller.y
     build/kron simulate examples/TankControl.mo --plot level --set controller.period=40
*/
model TankControl "A sampled controller keeps the level of a tank"
  import Kron.Blocks.*;
  parameter Real A = 0.5 "Cross section of the tank in m2";
  parameter Real a = 0.002 "Cross section of the hole in m2";
  Real level(start = 0.2, fixed = true, unit = "m");
  Real tap = if time < 600 then 0 else 0.004 "Outflow through the tap in m3/s";
  Sources.Step wanted(offset = 1, height = 0.5, startTime = 300);
  Math.Feedback error;
  Discrete.SampledPI controller(period = 5, k = 0.02, T = 40, yMin = 0, yMax = 0.02) "Inflow in m3/s";
equation
  A*der(level) = controller.y - a*sqrt(2*Kron.Units.g*max(level, 0)) - tap;
  connect(wanted.y, error.u1);
  error.u2 = level;
  connect(error.y, controller.u);
  annotation(experiment(StopTime = 900));
end TankControl;
