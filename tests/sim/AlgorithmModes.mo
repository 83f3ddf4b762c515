//! run --stop 1 --intervals 10
//! expect v["mode"] = (1 if t > 0.4546 else v["mode"] if t > 0.4545 else 2) within 1e-12
//! expect v["v"] = 1.1*t + (40 if v["mode"] == 1 else 0) within 1e-9
//! expect v["n"] = (2 if t > 0.91 else v["n"] if t > 0.909 else 1 if t > 0.4546 else v["n"] if t > 0.4545 else 0) within 1e-12
//! events state=2
model AlgorithmModes "Relations in algorithms that a system iterates as modes are events too"
  type Mode = enumeration(on, off);
  Mode mode(start = Mode.off);
  Real v(start = 0);
  Real w;
  Integer n(start = 0, fixed = true);
algorithm
  when v > 0.5 then
    mode := Mode.on;
  elsewhen v <= 0.5 then
    mode := Mode.off;
  end when;
equation
  v = if mode == Mode.off then 1.1*time else 1.1*time + 40;
  w = v + (if n > 1 then 1e-3 else 0) + n*0;
algorithm
  when w > 0.5 then // 40.5 from 5/11 on
    n := pre(n) + 1;
  elsewhen w > 41 then
    n := pre(n) + 1;
  end when;
end AlgorithmModes;
