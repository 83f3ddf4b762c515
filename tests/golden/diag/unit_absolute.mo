package UnitAbsolute "Numbers that are temperatures by what they are compared with"
  type Temperature = Real(quantity = "ThermodynamicTemperature", unit = "K", min = 0, start = 288.15);
  connector Signal = input Real;
  block Constant
    parameter Real k = 0;
    output Real y;
  equation
    y = k;
  end Constant;
  block Feedback
    input Real u1, u2;
    output Real y;
  equation
    y = u1 - u2;
  end Feedback;
  model Room
    parameter Real limit = 40 "of a protection";
    parameter Real band = 2 "a difference, which may be small";
    Temperature T(start = 290, fixed = true);
    Real Tc(unit = "degC");
    Constant setpoint(k = 20), celsius(k = 293.15), offset(k = 5);
    Feedback error, other;
    Boolean hot = T > limit;
    Boolean near = T - 293.15 < band;
    Boolean warm(start = false, fixed = true);
    Real shifted(unit = "K");
  equation
    4000*der(T) = error.y + (if hot then 1 else 0) + (if near then 1 else 0) + other.y;
    Tc = T - 273.15;
    error.u1 = setpoint.y;
    error.u2 = T;
    other.u1 = celsius.y;
    other.u2 = Tc;
    when T > 35 then
      warm = true;
    elsewhen T < 80 then
      warm = false;
    end when;
    shifted = T - offset.y "what is subtracted may be a difference";
  end Room;
end UnitAbsolute;
