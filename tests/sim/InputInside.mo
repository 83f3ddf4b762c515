//! run --stop 1
//! stderr are connected, but both are sources of a signal
//! final v["with.x"] = 0.5 within 1e-6
//! final v["without.x"] = 2 within 1e-6
model InputInside "An input that nothing outside gives a value stands for a conditional one inside of a model"
  connector In = input Real;
  connector Out = output Real;
  block Source
    Out y = time;
  end Source;
  model Part
    parameter Boolean has = true;
    In u if has;
    In inside;
    Real x(start = 0, fixed = true);
  equation
    connect(inside, u);
    if not has then
      inside = 2;
    end if;
    der(x) = inside;
  end Part;
  Source s;
  Part with, without(has = false);
equation
  connect(s.y, with.u);
end InputInside;
