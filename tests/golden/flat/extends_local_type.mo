// An extends modifier reaches a local type: all components of that type change (pitfall 5).
model Base
  type Temp = Real(unit = "K", min = 0);
  Temp a = time;
  Temp b(min = 10) = time;
end Base;
model Derived
  extends Base(Temp(min = 200));
end Derived;
// Real a(unit = "K", min = 200) = time; Real b(unit = "K", min = 10) = time;
