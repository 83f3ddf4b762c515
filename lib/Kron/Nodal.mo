within Kron;
package Nodal "Circuits whose equations become those of modified nodal analysis"
  /* The potentials in the equations of elements whose current is a function of voltages are relaxed: these
     currents are put into the sums at the nodes, also where they are nonlinear, and what is left to solve
     are the potentials of the nodes and the currents of the other elements (sources of voltage, inductors).
     The pins are those of Kron.Electrical, so that elements of both may be connected. */

  partial model OnePort "An element with two pins: what flows in at p comes out at n"
    Electrical.Pin p "Positive pin";
    Electrical.Pin n "Negative pin";
    Units.Voltage u "Voltage from p to n";
    Units.Current i "Current from p to n through the element";
  equation
    u = p.v - n.v;
    p.i = i;
    n.i = -i;
  end OnePort;

  partial model TwoPort "What is at p1, n1 controls what is at p2, n2"
    Electrical.Pin p1 "Positive pin, left";
    Electrical.Pin n1 "Negative pin, left";
    Electrical.Pin p2 "Positive pin, right";
    Electrical.Pin n2 "Negative pin, right";
    Units.Current i1 "Current from p1 to n1";
    Units.Current i2 "Current from p2 to n2";
  equation
    p1.i = i1;
    n1.i = -i1;
    p2.i = i2;
    n2.i = -i2;
  end TwoPort;

  function limitedExp "exp(x), with a straight line beyond 40"
    input Real x;
    output Real y;
  algorithm
    y := if x > 40 then exp(40)*(x - 39) else exp(x);
    annotation(Inline = true, smoothOrder = 1);
  end limitedExp;

  model Ground "The potential 0"
    Electrical.Pin p;
  equation
    p.v = 0;
  end Ground;

  model Resistor "Ohm's law"
    extends OnePort;
    parameter Units.Resistance R = 1;
  equation
    R*i = Kron.relax(p.v) - Kron.relax(n.v);
  end Resistor;

  model Capacitor "Stores charge"
    extends OnePort;
    parameter Units.Capacitance C = 1;
  equation
    C*Kron.relax(der(u)) = i;
  end Capacitor;

  model Inductor "Stores flux; its current is a state, or an unknown of the system"
    extends OnePort;
    parameter Units.Inductance L = 1;
  equation
    L*der(i) = p.v - n.v;
  end Inductor;

  model Diode "Shockley's diode"
    extends OnePort;
    parameter Units.Current Is(min = 0) = 1e-12 "Saturation current";
    parameter Units.Voltage Vt(min = 0) = 0.0258 "Emission coefficient times thermal voltage";
  equation
    i = Is*(limitedExp((Kron.relax(p.v) - Kron.relax(n.v))/Vt) - 1);
  end Diode;

  model Transistor "Bipolar, npn: Ebers and Moll"
    Electrical.Pin B "Base";
    Electrical.Pin C "Collector";
    Electrical.Pin E "Emitter";
    parameter Units.Current Is(min = 0) = 1e-14 "Saturation current";
    parameter Units.Voltage Vt(min = 0) = 0.0258 "Thermal voltage";
    parameter Real Bf(min = 0) = 100 "Current gain forward";
    parameter Real Br(min = 0) = 1 "Current gain reverse";
  equation
    C.i = Is*(limitedExp((Kron.relax(B.v) - Kron.relax(E.v))/Vt) - 1) - Is*(1 + 1/Br)*(limitedExp((Kron.relax(B.v) - Kron.relax(C.v))/Vt) - 1);
    B.i = Is/Bf*(limitedExp((Kron.relax(B.v) - Kron.relax(E.v))/Vt) - 1) + Is/Br*(limitedExp((Kron.relax(B.v) - Kron.relax(C.v))/Vt) - 1);
    E.i = Is*(limitedExp((Kron.relax(B.v) - Kron.relax(C.v))/Vt) - 1) - Is*(1 + 1/Bf)*(limitedExp((Kron.relax(B.v) - Kron.relax(E.v))/Vt) - 1);
  end Transistor;

  model VoltageSource "The voltage is a signal"
    extends OnePort;
    Blocks.Interfaces.RealInput V "Voltage drop from p to n in volt";
  equation
    p.v - n.v = V;
  end VoltageSource;

  model CurrentSource "The current is a signal"
    extends OnePort;
    Blocks.Interfaces.RealInput I "Current from p to n through the source in ampere";
  equation
    i = I;
  end CurrentSource;

  model VCCS "Current on the right controlled by the voltage on the left"
    extends TwoPort;
    parameter Units.Conductance k = 1 "Transconductance";
  equation
    i1 = 0;
    i2 = k*(Kron.relax(p1.v) - Kron.relax(n1.v));
  end VCCS;

  model VCVS "Voltage on the right controlled by the voltage on the left"
    extends TwoPort;
    parameter Real k = 1 "Gain";
  equation
    i1 = 0;
    p2.v - n2.v = k*(p1.v - n1.v);
  end VCVS;

  model CCCS "Current on the right controlled by the current on the left"
    extends TwoPort;
    parameter Real k = 1 "Gain";
  equation
    p1.v = n1.v;
    i2 = k*Kron.relax(i1);
  end CCCS;

  model CCVS "Voltage on the right controlled by the current on the left"
    extends TwoPort;
    parameter Units.Resistance k = 1 "Transresistance";
  equation
    p1.v = n1.v;
    p2.v - n2.v = k*i1;
  end CCVS;
end Nodal;
