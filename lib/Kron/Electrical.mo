within Kron;
package Electrical "Circuits of elements with pins"
  connector Pin "Electrical connection: a potential, and the current that flows in"
    Units.Voltage v "Potential";
    flow Units.Current i "Current into the element";
  end Pin;

  partial model TwoPin "Two pins; what flows in at p flows out at n"
    Pin p "Positive pin";
    Pin n "Negative pin";
    Units.Voltage v "Voltage drop from p to n";
    Units.Current i "Current from p to n";
  equation
    v = p.v - n.v;
    p.i = i;
    n.i = -i;
  end TwoPin;

  partial model TwoPort "Two pairs of pins; in each, what flows in at p flows out at n"
    Pin p1 "Positive pin on the left";
    Pin n1 "Negative pin on the left";
    Pin p2 "Positive pin on the right";
    Pin n2 "Negative pin on the right";
    Units.Voltage v1 "Voltage drop on the left";
    Units.Voltage v2 "Voltage drop on the right";
    Units.Current i1 "Current from p1 to n1";
    Units.Current i2 "Current from p2 to n2";
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    p1.i = i1;
    n1.i = -i1;
    p2.i = i2;
    n2.i = -i2;
  end TwoPort;

  // Linear elements

  model Ground "Potential zero; every circuit needs one"
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Resistor "Ohm's law"
    extends TwoPin;
    parameter Units.Resistance R = 1;
  equation
    v = R*i;
  end Resistor;

  model HeatingResistor "A resistor whose losses go to a heat port"
    extends TwoPin;
    parameter Units.Resistance R = 1 "At temperature T_R";
    parameter Units.Temperature T_R = 293.15;
    parameter Real alpha(unit = "1/K") = 0 "Relative change of the resistance per kelvin";
    Thermal.HeatPort port;
  equation
    v = R*(1 + alpha*(port.T - T_R))*i;
    port.Q_flow = -v*i;
  end HeatingResistor;

  model Capacitor "Stores charge: the current is C times the change of the voltage"
    extends TwoPin;
    parameter Units.Capacitance C = 1;
  equation
    C*der(v) = i;
  end Capacitor;

  model Inductor "Stores flux: the voltage is L times the change of the current"
    extends TwoPin;
    parameter Units.Inductance L = 1;
  equation
    L*der(i) = v;
  end Inductor;

  model Transformer "Two coils on one core"
    extends TwoPort;
    parameter Units.Inductance L1 = 1 "Of the coil on the left";
    parameter Units.Inductance L2 = 1 "Of the coil on the right";
    parameter Units.Inductance M = 0.9 "Mutual; M^2 < L1*L2";
  equation
    v1 = L1*der(i1) + M*der(i2);
    v2 = M*der(i1) + L2*der(i2);
  end Transformer;

  model IdealTransformer "Voltages in the ratio of the turns, without losses, also for direct current"
    extends TwoPort;
    parameter Real n = 1 "Turns on the left per turn on the right";
  equation
    v1 = n*v2;
    i2 = -n*i1;
  end IdealTransformer;

  model MotorConversion "Electromotive force: voltage k*w, torque k*i, as in a direct current machine"
    extends TwoPin;
    parameter Units.MotorConstant k = 1;
    Units.AngularVelocity w "Speed of the shaft";
    Rotational.Flange flange "Shaft";
  equation
    w = der(flange.phi);
    v = k*w;
    flange.tau = -k*i;
  end MotorConversion;

  // Semiconductors, switches, amplifiers

  model Diode "Shockley's diode with a resistance in series"
    extends TwoPin;
    parameter Units.Current Is(min = 0) = 1e-12 "Saturation current";
    parameter Units.Voltage Vt(min = 0) = 0.0258 "Emission coefficient times thermal voltage";
    parameter Units.Resistance Rs(min = 0) = 0.1 "Series resistance";
    parameter Units.Conductance Gp(min = 0) = 1e-12 "Conductance in parallel";
    parameter Real limit = 40 "Beyond limit*Vt the exponential goes on as a straight line";
    Units.Voltage vj(start = 0) "Voltage at the junction";
  protected
    Real x = vj/Vt;
  equation
    v = vj + Rs*i;
    i = Is*(smooth(1, noEvent(if x > limit then exp(limit)*(1 + x - limit) else exp(x))) - 1) + Gp*vj;
  end Diode;

  model IdealDiode "Conducts or blocks; both along one curve with parameter s"
    extends TwoPin;
    parameter Units.Resistance Ron(min = 0) = 1e-5 "While it conducts";
    parameter Units.Conductance Goff(min = 0) = 1e-5 "While it blocks";
    parameter Units.Voltage Vknee = 0 "Voltage at which it begins to conduct";
    Boolean off(start = true) "It blocks";
  protected
    Real s(start = 0) "Voltage beyond the knee while it blocks, current while it conducts";
  equation
    off = s < 0;
    v = (if off then s else Ron*s) + Vknee;
    i = (if off then Goff*s else s) + Goff*Vknee;
  end IdealDiode;

  model Switch "A contact that a signal closes"
    extends TwoPin;
    Blocks.Interfaces.BooleanInput closed;
    parameter Units.Resistance Ron(min = 0) = 1e-5 "While it is closed";
    parameter Units.Conductance Goff(min = 0) = 1e-5 "While it is open";
  protected
    Real s "Voltage while it is open, current while it is closed";
  equation
    v = if closed then Ron*s else s;
    i = if closed then s else Goff*s;
  end Switch;

  model IdealOpAmp "Operational amplifier: no current and no voltage at the input"
    Pin p "Input +";
    Pin n "Input -";
    Pin out "Output, against ground";
  equation
    p.i = 0;
    n.i = 0;
    p.v = n.v;
  end IdealOpAmp;

  model LimitedOpAmp "Operational amplifier with finite gain, whose output stays between the supplies"
    Pin p "Input +";
    Pin n "Input -";
    Pin out "Output, against ground";
    parameter Real A = 1e5 "Gain";
    parameter Units.Voltage Vmax = 15 "Positive supply";
    parameter Units.Voltage Vmin = -Vmax "Negative supply";
    Units.Voltage v(start = 0) "Voltage between the inputs";
  equation
    p.i = 0;
    n.i = 0;
    v = p.v - n.v;
    out.v = if A*v > Vmax then Vmax elseif A*v < Vmin then Vmin else A*v;
  end LimitedOpAmp;

  // Sources

  model ConstantVoltage "A battery"
    extends TwoPin;
    parameter Units.Voltage V = 1;
  equation
    v = V;
  end ConstantVoltage;

  model StepVoltage "A voltage that is switched on"
    extends TwoPin;
    parameter Units.Voltage V = 1 "Height of the step";
    parameter Units.Voltage offset = 0 "Voltage before";
    parameter Units.Time startTime = 0;
  equation
    v = offset + (if time < startTime then 0 else V);
  end StepVoltage;

  model SineVoltage "An alternating voltage"
    extends TwoPin;
    parameter Units.Voltage V = 1 "Amplitude";
    parameter Units.Frequency f = 1;
    parameter Units.Angle phase = 0;
  equation
    v = V*sin(2*Units.pi*f*time + phase);
  end SineVoltage;

  model PulseVoltage "A rectangular voltage"
    extends TwoPin;
    parameter Units.Voltage V = 1 "Height of the pulses";
    parameter Real width(min = 0, max = 1) = 0.5 "Part of the period during which it is high";
    parameter Units.Time period = 1;
    parameter Units.Voltage offset = 0 "Voltage between the pulses";
    parameter Units.Time startTime = 0;
  protected
    Blocks.Sources.Pulse pulse(amplitude = V, width = width, period = period, offset = offset, startTime = startTime);
  equation
    v = pulse.y;
  end PulseVoltage;

  model SignalVoltage "The voltage is a signal"
    extends TwoPin;
    Blocks.Interfaces.RealInput u "Voltage drop from p to n in volt";
  equation
    v = u;
  end SignalVoltage;

  model ConstantCurrent "A current from p to n through the source"
    extends TwoPin;
    parameter Units.Current I = 1;
  equation
    i = I;
  end ConstantCurrent;

  model StepCurrent "A current that is switched on"
    extends TwoPin;
    parameter Units.Current I = 1 "Height of the step";
    parameter Units.Current offset = 0 "Current before";
    parameter Units.Time startTime = 0;
  equation
    i = offset + (if time < startTime then 0 else I);
  end StepCurrent;

  model SineCurrent "An alternating current"
    extends TwoPin;
    parameter Units.Current I = 1 "Amplitude";
    parameter Units.Frequency f = 1;
    parameter Units.Angle phase = 0;
  equation
    i = I*sin(2*Units.pi*f*time + phase);
  end SineCurrent;

  model SignalCurrent "The current is a signal"
    extends TwoPin;
    Blocks.Interfaces.RealInput u "Current from p to n through the source in ampere";
  equation
    i = u;
  end SignalCurrent;

  model VCVS "Voltage on the right controlled by the voltage on the left"
    extends TwoPort;
    parameter Real k = 1 "Gain";
  equation
    i1 = 0;
    v2 = k*v1;
  end VCVS;

  model VCCS "Current on the right controlled by the voltage on the left"
    extends TwoPort;
    parameter Units.Conductance k = 1 "Transconductance";
  equation
    i1 = 0;
    i2 = k*v1;
  end VCCS;

  model CCVS "Voltage on the right controlled by the current on the left"
    extends TwoPort;
    parameter Units.Resistance k = 1 "Transresistance";
  equation
    v1 = 0;
    v2 = k*i1;
  end CCVS;

  model CCCS "Current on the right controlled by the current on the left"
    extends TwoPort;
    parameter Real k = 1 "Gain";
  equation
    v1 = 0;
    i2 = k*i1;
  end CCCS;

  // Sensors

  model PotentialSensor "Potential of a pin"
    Pin p;
    Blocks.Interfaces.RealOutput v(unit = "V");
  equation
    p.i = 0;
    v = p.v;
  end PotentialSensor;

  model VoltageSensor "Voltage between two pins"
    Pin p;
    Pin n;
    Blocks.Interfaces.RealOutput v(unit = "V");
  equation
    p.i = 0;
    n.i = 0;
    v = p.v - n.v;
  end VoltageSensor;

  model CurrentSensor "Current from p to n, without voltage drop"
    Pin p;
    Pin n;
    Blocks.Interfaces.RealOutput i(unit = "A");
  equation
    p.v = n.v;
    p.i = i;
    n.i = -i;
  end CurrentSensor;
end Electrical;
