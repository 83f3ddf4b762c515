within Kron;
package Electrical "Circuits of two-pin elements"
  type Voltage = Real(final quantity = "ElectricPotential", final unit = "V");
  type Current = Real(final quantity = "ElectricCurrent", final unit = "A");
  type Resistance = Real(final quantity = "Resistance", final unit = "Ohm");
  type Capacitance = Real(final quantity = "Capacitance", final unit = "F", min = 0);
  type Inductance = Real(final quantity = "Inductance", final unit = "H");
  type Time = Real(final quantity = "Time", final unit = "s");
  type Frequency = Real(final quantity = "Frequency", final unit = "Hz");
  type Angle = Real(final quantity = "Angle", final unit = "rad");

  connector Pin "Electrical connection: a potential, and the current that flows in"
    Voltage v "Potential";
    flow Current i "Current into the element";
  end Pin;

  partial model TwoPin "Two pins; what flows in at p flows out at n"
    Pin p "Positive pin";
    Pin n "Negative pin";
    Voltage v "Voltage drop from p to n";
    Current i "Current from p to n";
  equation
    v = p.v - n.v;
    p.i = i;
    n.i = -i;
  end TwoPin;

  model Ground "Potential zero; every circuit needs one"
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Resistor "Ohm's law"
    extends TwoPin;
    parameter Resistance R = 1;
  equation
    v = R*i;
  end Resistor;

  model Capacitor
    extends TwoPin;
    parameter Capacitance C = 1;
  equation
    C*der(v) = i;
  end Capacitor;

  model Inductor
    extends TwoPin;
    parameter Inductance L = 1;
  equation
    L*der(i) = v;
  end Inductor;

  model ConstantVoltage
    extends TwoPin;
    parameter Voltage V = 1;
  equation
    v = V;
  end ConstantVoltage;

  model StepVoltage "A voltage that is switched on"
    extends TwoPin;
    parameter Voltage V = 1 "Height of the step";
    parameter Voltage offset = 0 "Voltage before";
    parameter Time startTime = 0;
  equation
    v = offset + (if time < startTime then 0 else V);
  end StepVoltage;

  model SineVoltage
    extends TwoPin;
    parameter Voltage V = 1 "Amplitude";
    parameter Frequency f = 1;
    parameter Angle phase = 0;
  protected
    constant Real pi = 2*asin(1.0);
  equation
    v = V*sin(2*pi*f*time + phase);
  end SineVoltage;
end Electrical;
