within Kron;
package Blocks "Signals: sources, filters, controllers, logic"
  package Interfaces "Connectors of signals and the shapes of blocks"
    connector RealInput = input Real "A real number that comes in";
    connector RealOutput = output Real "A real number that goes out";
    connector BooleanInput = input Boolean "A truth value that comes in";
    connector BooleanOutput = output Boolean "A truth value that goes out";
    connector IntegerInput = input Integer "A whole number that comes in";
    connector IntegerOutput = output Integer "A whole number that goes out";

    partial block Source "One signal out"
      RealOutput y;
    end Source;

    partial block SISO "One signal in, one out"
      RealInput u;
      RealOutput y;
    end SISO;

    partial block SI2SO "Two signals in, one out"
      RealInput u1;
      RealInput u2;
      RealOutput y;
    end SI2SO;

    partial block BooleanSource "One truth value out"
      BooleanOutput y;
    end BooleanSource;

    partial block BooleanSISO "One truth value in, one out"
      BooleanInput u;
      BooleanOutput y;
    end BooleanSISO;

    partial block BooleanSI2SO "Two truth values in, one out"
      BooleanInput u1;
      BooleanInput u2;
      BooleanOutput y;
    end BooleanSI2SO;

    partial block Sampled "One signal in, one out, at equidistant instants"
      RealInput u;
      RealOutput y;
      parameter Units.Time period(min = 0) = 0.1 "Time between samples";
      parameter Units.Time startTime = 0 "First sample";
    protected
      Boolean tick = sample(startTime, period);
    end Sampled;
  end Interfaces;

  package Sources "Signals of time"
    block Constant "A value that stays"
      extends Interfaces.Source;
      parameter Real k = 1 "Value";
    equation
      y = k;
    end Constant;

    block Step "A value that jumps once"
      extends Interfaces.Source;
      parameter Real height = 1;
      parameter Real offset = 0 "Value before the step";
      parameter Units.Time startTime = 0;
    equation
      y = offset + (if time < startTime then 0 else height);
    end Step;

    block Ramp "A value that changes steadily from one level to another"
      extends Interfaces.Source;
      parameter Real height = 1;
      parameter Units.Time duration(min = 0) = 1 "0 gives a step";
      parameter Real offset = 0 "Value before the ramp";
      parameter Units.Time startTime = 0;
    equation
      y = offset + (if time < startTime then 0
                    elseif time < startTime + duration then height*(time - startTime)/duration
                    else height);
    end Ramp;

    block Sine "A harmonic oscillation"
      extends Interfaces.Source;
      parameter Real amplitude = 1;
      parameter Units.Frequency f = 1;
      parameter Units.Angle phase = 0;
      parameter Real offset = 0 "Mean value, and value before startTime";
      parameter Units.Time startTime = 0;
    equation
      y = offset + (if time < startTime then 0
                    else amplitude*sin(2*Units.pi*f*(time - startTime) + phase));
    end Sine;

    block Pulse "A rectangular wave"
      extends Interfaces.Source;
      parameter Real amplitude = 1;
      parameter Real width(min = 0, max = 1) = 0.5 "Part of the period during which it is high";
      parameter Units.Time period(min = 0) = 1;
      parameter Real offset = 0 "Value between the pulses";
      parameter Units.Time startTime = 0;
    protected
      BooleanPulse pulse(width = width, period = period, startTime = startTime);
    equation
      y = offset + (if pulse.y then amplitude else 0);
    end Pulse;

    block TimeTable "Straight lines between the points of a table; beyond them the ends hold"
      extends Interfaces.Source;
      parameter Real table[:, 2] = {{0, 0}, {1, 1}} "Rows of time and value; two rows of equal time make a jump";
    protected
      parameter Integer n = size(table, 1);
      Integer row = sum(if time >= table[k, 1] then 1 else 0 for k in 1:n) "Rows that have passed";
      Real t[n] = table[:, 1];
      Real x[n] = table[:, 2];
    equation
      y = if row < 1 then x[1] elseif row >= n then x[n]
          else x[row] + (x[row + 1] - x[row])*(time - t[row])/(t[row + 1] - t[row]);
      for k in 2:n loop
        assert(table[k, 1] >= table[k - 1, 1], "the times in a table must not decrease: row " + String(k) + " has "
               + String(table[k, 1]) + ", the row before it " + String(table[k - 1, 1]));
      end for;
    end TimeTable;

    block BooleanConstant "A truth value that stays"
      extends Interfaces.BooleanSource;
      parameter Boolean k = true "Value";
    equation
      y = k;
    end BooleanConstant;

    block BooleanStep "False before an instant, true from then on"
      extends Interfaces.BooleanSource;
      parameter Units.Time startTime = 0;
      parameter Boolean before = false "Value before startTime";
    equation
      y = if time < startTime then before else not before;
    end BooleanStep;

    block BooleanPulse "True for a part of every period"
      extends Interfaces.BooleanSource;
      parameter Real width(min = 0, max = 1) = 0.5 "Part of the period during which it is true";
      parameter Units.Time period(min = 0) = 1;
      parameter Units.Time startTime = 0;
    protected
      discrete Units.Time rise(start = startTime, fixed = true) "When the last pulse began";
    equation
      when sample(startTime, period) then
        rise = time;
      end when;
      y = time >= startTime and time < rise + width*period;
    end BooleanPulse;
  end Sources;

  package Continuous "Blocks with states that change continuously"
    block Integrator "y is the integral of k*u"
      extends Interfaces.SISO(y(start = y_start, fixed = true));
      parameter Real k = 1 "Gain";
      parameter Real y_start = 0;
    equation
      der(y) = k*u;
    end Integrator;

    block FirstOrder "Low-pass filter k/(1 + sT)"
      extends Interfaces.SISO(y(start = y_start, fixed = true));
      parameter Real k = 1 "Gain";
      parameter Units.Time T(min = 0) = 1 "Time constant";
      parameter Real y_start = 0;
    equation
      T*der(y) = k*u - y;
    end FirstOrder;

    block SecondOrder "Oscillating low-pass filter k/((s/w)^2 + 2D s/w + 1)"
      extends Interfaces.SISO(y(start = y_start, fixed = true));
      parameter Real k = 1 "Gain";
      parameter Units.AngularVelocity w = 1 "Angular frequency without damping";
      parameter Real D = 1 "Damping; 1 is the aperiodic limit";
      parameter Real y_start = 0;
      Real yd(start = 0, fixed = true) "Derivative of y";
    equation
      yd = der(y);
      der(yd) = w*(w*(k*u - y) - 2*D*yd);
    end SecondOrder;

    block Derivative "Derivative of what a low-pass filter leaves of u: k s/(1 + sT)"
      extends Interfaces.SISO;
      parameter Real k = 1 "Gain";
      parameter Units.Time T(min = 0) = 0.01 "Time constant of the filter";
      parameter Real x_start = 0 "Filtered input at the start";
      Real x(start = x_start, fixed = true) "Filtered input";
    equation
      T*der(x) = u - x;
      y = k*(u - x)/T;
    end Derivative;

    block PI "Proportional and integral controller k (1 + 1/(sT))"
      extends Interfaces.SISO;
      parameter Real k = 1 "Gain";
      parameter Units.Time T(min = 0) = 1 "Time in which the integral part catches up";
      parameter Real x_start = 0;
      Real x(start = x_start, fixed = true) "Integral part";
    equation
      T*der(x) = u;
      y = k*(u + x);
    end PI;

    block PID "Controller with filtered derivative, limited output and anti-windup"
      Interfaces.RealInput reference "What is wanted";
      Interfaces.RealInput measured "What is";
      Interfaces.RealOutput y "What the plant is told";
      parameter Real k = 1 "Gain";
      parameter Units.Time Ti = 1 "Integral time";
      parameter Units.Time Td = 0 "Derivative time";
      parameter Real N = 10 "Td/N is the time constant of the derivative's filter";
      parameter Real b = 1 "Weight of the reference in the proportional part";
      parameter Real c = 0 "Weight of the reference in the derivative part";
      parameter Real yMax = 1e30;
      parameter Real yMin = -yMax;
      parameter Units.Time Tt = if Td > 0 then sqrt(Ti*Td) else Ti
        "Time in which the integral part is reset while y is limited";
      parameter Real I_start = 0;
      Real P "Proportional part";
      Real I(start = I_start, fixed = true) "Integral part";
      Real D "Derivative part";
      Real free "Output if there were no limits";
    protected
      parameter Units.Time T = if Td > 0 then Td/N else 1 "Of the filter";
      Real x "Filtered input of the derivative part";
    initial equation
      x = c*reference - measured;
    equation
      P = k*(b*reference - measured);
      der(I) = k/Ti*(reference - measured) + (y - free)/Tt;
      T*der(x) = c*reference - measured - x;
      D = k*Td/T*(c*reference - measured - x);
      free = P + I + D;
      y = if free > yMax then yMax elseif free < yMin then yMin else free;
    end PID;

    block TransferFunction "Quotient of two polynomials in s, highest power first"
      extends Interfaces.SISO;
      parameter Real b[:] = {1} "Numerator";
      parameter Real a[:] = {1, 1} "Denominator, not shorter than the numerator";
      parameter Real x_start[n] = zeros(n);
      Real x[n](start = x_start, each fixed = true) "Controllable canonical form";
      final parameter Integer n = size(a, 1) - 1 "Order";
    protected
      parameter Real bb[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b) "Numerator, as long as a";
      parameter Real d = bb[1]/a[1] "What goes through at once";
    equation
      if n > 0 then
        der(x[1]) = (u - a[2:n + 1]*x)/a[1];
        der(x[2:n]) = x[1:n - 1];
      end if;
      y = d*u + (bb[2:n + 1] - d*a[2:n + 1])*x;
    end TransferFunction;

    block StateSpace "der(x) = A x + B u, y = C x + D u"
      extends Interfaces.SISO;
      parameter Real A[:, size(A, 1)] = {{-1}};
      parameter Real B[size(A, 1)] = {1};
      parameter Real C[size(A, 1)] = {1};
      parameter Real D = 0;
      parameter Real x_start[size(A, 1)] = zeros(size(A, 1));
      Real x[size(A, 1)](start = x_start, each fixed = true);
    equation
      der(x) = A*x + B*u;
      y = C*x + D*u;
    end StateSpace;
  end Continuous;

  package Nonlinear "Limits, dead zones, steps"
    block Limiter "u, but not beyond the limits"
      extends Interfaces.SISO;
      parameter Real uMax = 1;
      parameter Real uMin = -uMax;
    equation
      y = if u > uMax then uMax elseif u < uMin then uMin else u;
    end Limiter;

    block VariableLimiter "u, but not beyond limits that are signals"
      extends Interfaces.SISO;
      Interfaces.RealInput uMax;
      Interfaces.RealInput uMin;
    equation
      y = if u > uMax then uMax elseif u < uMin then uMin else u;
    end VariableLimiter;

    block DeadZone "Nothing between the limits, beyond them what exceeds them"
      extends Interfaces.SISO;
      parameter Real uMax = 1;
      parameter Real uMin = -uMax;
    equation
      y = if u > uMax then u - uMax elseif u < uMin then u - uMin else 0;
    end DeadZone;

    block Hysteresis "True above uHigh, false below uLow, between them as before"
      Interfaces.RealInput u;
      Interfaces.BooleanOutput y;
      parameter Real uLow = 0;
      parameter Real uHigh = 1;
      parameter Boolean y_start = false;
    protected
      Boolean high(start = y_start, fixed = true);
    equation
      high = u > (if pre(high) then uLow else uHigh);
      y = high;
    end Hysteresis;

    block Quantizer "u rounded to the nearest multiple of q"
      extends Interfaces.SISO;
      parameter Real q(min = 0) = 0.1 "Height of a stair";
    equation
      y = q*floor(u/q + 0.5);
    end Quantizer;

    block SlewRateLimiter "y follows u with limited speed"
      extends Interfaces.SISO(y(start = y_start, fixed = true));
      parameter Real rising(min = 0) = 1 "Greatest speed upwards";
      parameter Real falling(max = 0) = -rising "Greatest speed downwards";
      parameter Units.Time T(min = 0) = 1e-3 "Time constant with which y follows while not limited";
      parameter Real y_start = 0;
    protected
      Real wanted = (u - y)/T;
    equation
      der(y) = if wanted > rising then rising elseif wanted < falling then falling else wanted;
    end SlewRateLimiter;

    block Delay "u some time ago"
      extends Interfaces.SISO;
      parameter Units.Time T(min = 0) = 1;
    equation
      y = delay(u, T);
    end Delay;
  end Nonlinear;

  package Logic "Truth values and what makes them"
    block And "Both"
      extends Interfaces.BooleanSI2SO;
    equation
      y = u1 and u2;
    end And;

    block Or "One of them or both"
      extends Interfaces.BooleanSI2SO;
    equation
      y = u1 or u2;
    end Or;

    block Xor "One of them but not both"
      extends Interfaces.BooleanSI2SO;
    equation
      y = u1 <> u2;
    end Xor;

    block Not "The opposite"
      extends Interfaces.BooleanSISO;
    equation
      y = not u;
    end Not;

    block Greater "u1 > u2"
      Interfaces.RealInput u1;
      Interfaces.RealInput u2;
      Interfaces.BooleanOutput y;
    equation
      y = u1 > u2;
    end Greater;

    block Less "u1 < u2"
      Interfaces.RealInput u1;
      Interfaces.RealInput u2;
      Interfaces.BooleanOutput y;
    equation
      y = u1 < u2;
    end Less;

    block GreaterThreshold "u > threshold"
      Interfaces.RealInput u;
      Interfaces.BooleanOutput y;
      parameter Real threshold = 0;
    equation
      y = u > threshold;
    end GreaterThreshold;

    block LessThreshold "u < threshold"
      Interfaces.RealInput u;
      Interfaces.BooleanOutput y;
      parameter Real threshold = 0;
    equation
      y = u < threshold;
    end LessThreshold;

    block RisingEdge "True at the instant at which u becomes true"
      extends Interfaces.BooleanSISO;
    equation
      y = edge(u);
    end RisingEdge;

    block FallingEdge "True at the instant at which u becomes false"
      extends Interfaces.BooleanSISO;
    equation
      y = not u and pre(u);
    end FallingEdge;

    block Change "True at the instant at which u changes"
      extends Interfaces.BooleanSISO;
    equation
      y = change(u);
    end Change;

    block Switch "u1 if the condition holds, otherwise u2"
      extends Interfaces.SI2SO;
      Interfaces.BooleanInput condition;
    equation
      y = if condition then u1 else u2;
    end Switch;

    block RSFlipFlop "Remembers whether it was set or reset last; reset wins"
      Interfaces.BooleanInput set;
      Interfaces.BooleanInput reset;
      Interfaces.BooleanOutput y;
      parameter Boolean y_start = false;
    protected
      Boolean state(start = y_start, fixed = true);
    equation
      state = not reset and (set or pre(state));
      y = state;
    end RSFlipFlop;

    block Timer "Time since u became true, 0 while it is false"
      Interfaces.BooleanInput u;
      Interfaces.RealOutput y;
    protected
      discrete Units.Time since(start = 0);
    equation
      when {u, initial()} then
        since = time;
      end when;
      y = if u then time - since else 0;
    end Timer;

    block OnDelay "True when u has been true for some time"
      extends Interfaces.BooleanSISO;
      parameter Units.Time delay = 1;
    protected
      discrete Units.Time due(start = 0) "When y may become true";
    equation
      when {u, initial()} then
        due = time + delay;
      end when;
      y = u and time >= due;
    end OnDelay;

    block Counter "How often u became true"
      Interfaces.BooleanInput u;
      Interfaces.IntegerOutput y(start = 0, fixed = true);
    equation
      when u then
        y = pre(y) + 1;
      end when;
    end Counter;

    block BooleanToReal "A number for each truth value"
      Interfaces.BooleanInput u;
      Interfaces.RealOutput y;
      parameter Real high = 1 "y while u is true";
      parameter Real low = 0 "y while u is false";
    equation
      y = if u then high else low;
    end BooleanToReal;
  end Logic;

  package Discrete "Blocks that work at equidistant instants"
    block Sampler "u at the sample instants, held between them"
      extends Interfaces.Sampled;
    equation
      when tick then
        y = u;
      end when;
    end Sampler;

    block ZeroOrderHold "Holds what u was at the last sample; changes just after the instant"
      extends Interfaces.Sampled;
    protected
      discrete Real taken(start = 0, fixed = true);
    equation
      when tick then
        taken = u;
      end when;
      y = pre(taken);
    end ZeroOrderHold;

    block UnitDelay "u one period ago"
      extends Interfaces.Sampled(y(start = y_start, fixed = true));
      parameter Real y_start = 0 "Value during the first period";
    protected
      discrete Real taken(start = y_start, fixed = true);
    equation
      when tick then
        taken = u;
        y = pre(taken);
      end when;
    end UnitDelay;

    block SampledPI "PI controller that works at the sample instants; limited, without windup"
      extends Interfaces.Sampled;
      parameter Real k = 1 "Gain";
      parameter Units.Time T(min = 0) = 1 "Integral time";
      parameter Real yMax = 1e30;
      parameter Real yMin = -yMax;
      parameter Real I_start = 0;
      discrete Real I(start = I_start, fixed = true) "Integral part";
    protected
      discrete Real free "Output if there were no limits";
    equation
      when tick then
        free = k*u + pre(I);
        y = if free > yMax then yMax elseif free < yMin then yMin else free;
        I = pre(I) + (if free > yMax or free < yMin then 0 else k*period/T*u);
      end when;
    end SampledPI;

    block SampledTransferFunction "Quotient of two polynomials in z, highest power first"
      extends Interfaces.Sampled;
      parameter Real b[:] = {1} "Numerator";
      parameter Real a[:] = {1, 0} "Denominator, not shorter than the numerator";
      final parameter Integer n = size(a, 1) - 1 "Order";
      discrete Real x[n](each start = 0, each fixed = true) "What the next sample needs of the past";
    protected
      parameter Real bb[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b) "Numerator, as long as a";
      discrete Real w "Input of the chain of delays";
    equation
      when tick then
        w = (u - a[2:n + 1]*pre(x))/a[1];
        y = bb[1]*w + bb[2:n + 1]*pre(x);
        for i in 1:n loop
          x[i] = if i == 1 then w else pre(x[max(i - 1, 1)]);
        end for;
      end when;
    end SampledTransferFunction;
  end Discrete;

  package Math "Arithmetic of signals"
    block Gain "k*u"
      extends Interfaces.SISO;
      parameter Real k = 1;
    equation
      y = k*u;
    end Gain;

    block Add "Weighted sum of two signals"
      extends Interfaces.SI2SO;
      parameter Real k1 = 1 "Weight of u1";
      parameter Real k2 = 1 "Weight of u2";
    equation
      y = k1*u1 + k2*u2;
    end Add;

    block Sum "Weighted sum of many signals"
      parameter Integer n(min = 1) = 2 "Number of inputs";
      parameter Real k[n] = ones(n) "Weights";
      Interfaces.RealInput u[n];
      Interfaces.RealOutput y;
    equation
      y = k*u;
    end Sum;

    block Feedback "What is missing: u1 - u2"
      extends Interfaces.SI2SO;
    equation
      y = u1 - u2;
    end Feedback;

    block Product "u1*u2"
      extends Interfaces.SI2SO;
    equation
      y = u1*u2;
    end Product;

    block Division "u1/u2"
      extends Interfaces.SI2SO;
    equation
      y = u1/u2;
    end Division;

    block Abs "Absolute value"
      extends Interfaces.SISO;
    equation
      y = abs(u);
    end Abs;

    block Sqrt "Square root"
      extends Interfaces.SISO;
    equation
      y = sqrt(u);
    end Sqrt;

    block Max "The greater of two signals"
      extends Interfaces.SI2SO;
    equation
      y = max(u1, u2);
    end Max;

    block Min "The smaller of two signals"
      extends Interfaces.SI2SO;
    equation
      y = min(u1, u2);
    end Min;
  end Math;
end Blocks;
