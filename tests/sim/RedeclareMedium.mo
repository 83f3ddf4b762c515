//! run --stop 1
//! expect v["h.y"] = 3*t within 1e-9
model RedeclareMedium "Types of elements that a replaceable package decides are not compared without its modifiers"
  package Partial
    replaceable record State
    end State;
  end Partial;
  package Air
    extends Partial;
    redeclare record extends State
      Real p;
    end State;
  end Air;
  model Device
    replaceable package Medium = Partial;
    Medium.State s;
    Real y;
  end Device;
  model Washer
    replaceable package Medium = Air;
    Medium.State s;
    Real y = 2*time;
  end Washer;
  model Steam
    extends Device(y = 3*time);
  end Steam;
  model Base
    package M = Air;
    replaceable Washer h(redeclare package Medium = M, s(p = 1)) constrainedby Washer(
      redeclare package Medium = M, s(p = 1));
  end Base;
  extends Base(redeclare Steam h);
end RedeclareMedium;
