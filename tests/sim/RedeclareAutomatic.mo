//! run --stop 1
//! expect load_y = 3*t within 1e-12
//! expect v["curve.y"] = 6 within 1e-12
//! expect v["sensor.y"] = 5 within 1e-12
//! expect v["doubled.p"] = 7 within 1e-12
model RedeclareAutomatic "What a constraining clause redeclares may be redeclared there already"
  package Base
    constant Real k = 1;
  end Base;
  package Three
    extends Base(k = 3);
  end Three;
  package Five
    extends Base(k = 5);
  end Five;
  partial model Load
    replaceable package P = Base;
    Real y = P.k*time;
  end Load;
  model Inductive
    extends Load(redeclare package P = Three);
  end Inductive;
  model Plant
    replaceable Load load(redeclare package P = Three);
  end Plant;
  model Actual
    extends Plant(redeclare Inductive load);
  end Actual;
  partial function curveBase
    replaceable package P = Base;
    input Real u;
    output Real y;
  end curveBase;
  function double
    extends curveBase;
  algorithm
    y := 2*P.k*u;
  end double;
  model Machine
    package P = Three;
    replaceable function f = curveBase constrainedby curveBase(redeclare package P = P);
    Real y = f(1);
  end Machine;
  model Fan
    extends Machine(redeclare function f = g);
    replaceable function g = double constrainedby curveBase(redeclare package P = P);
  end Fan;
  partial model Port
    replaceable package Medium = Base;
  end Port;
  partial block Index
    replaceable package Medium = Five;
    Real k = Medium.k;
  end Index;
  model Sensor "one Medium: the redeclared one is that of the other base"
    extends Port(redeclare replaceable package Medium = Five);
    extends Index;
    Real y = Medium.k;
  end Sensor;
  package Types
    type Power = Real(unit = "W");
  end Types;
  model HasPower
    package T = Types;
    T.Power p = q;
    Real q = 7;
  end HasPower;
  model Doubled "the same element under another name of its type"
    extends HasPower;
    Types.Power p = q;
  end Doubled;
  Actual actual;
  Fan curve;
  Sensor sensor;
  Doubled doubled;
  Real load_y = actual.load.y;
end RedeclareAutomatic;
