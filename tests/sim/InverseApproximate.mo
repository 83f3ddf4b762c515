//! run --stop 1 --tolerance 1e-8
//! run --stop 1 --tolerance 1e-8 --method bdf
//! run --stop 1 --tolerance 1e-8 --method ida
//! expect q = 0.4*t within 1e-4
//! expect dp = 0.375*0.4*t + 0.75*(0.4*t)**3 - 0.125*(0.4*t)**5 within 1e-4
//! expect w = log(1 + t) within 1e-9
//! events state=0
model InverseApproximate
  "A function that names an approximation as its inverse: the solution is that of the equation as written"
  function pressure "of a flow, laminar and turbulent"
    input Real flowRate;
    output Real y;
  algorithm
    y := smooth(2, if noEvent(abs(flowRate) > 1) then sign(flowRate)*flowRate^2 else
      (0.375 + (0.75 - 0.125*flowRate^2)*flowRate^2)*flowRate);
    annotation(Inline = false, smoothOrder = 2, inverse(flowRate = flowOf(y)));
  end pressure;
  function flowOf
    input Real dp;
    output Real y;
  algorithm
    y := smooth(2, if noEvent(abs(dp) > 1) then sign(dp)*sqrt(abs(dp)) else
      (1.40625 + (0.15625*dp^2 - 0.5625)*dp^2)*dp);
    annotation(Inline = false, smoothOrder = 2, inverse(dp = pressure(y)));
  end flowOf;
  function growth "An exact one"
    input Real u;
    output Real y;
  algorithm
    y := exp(u) - 1;
    annotation(Inline = false, smoothOrder = 2, inverse(u = growthTime(y)));
  end growth;
  function growthTime
    input Real y;
    output Real u;
  algorithm
    u := log(y + 1);
    annotation(Inline = false, smoothOrder = 2);
  end growthTime;
  Real m(start = 1, fixed = true) "fills at once";
  Real q, dp, w;
equation
  dp = 1e5*(1 - m);
  dp = pressure(q);
  der(m) = q - 0.4*time;
  growth(w) = time;
end InverseApproximate;
