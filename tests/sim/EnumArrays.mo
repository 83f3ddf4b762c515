//! run --stop 1
//! expect v["g[3]"] = 9 + t within 1e-12
//! expect v["q[2]"] = 20*t within 1e-12
//! expect picked = 20*t within 1e-12
//! expect e = 2 within 0
//! expect total = 60*t within 1e-12
model EnumArrays "Arrays indexed by enumerations and Booleans, elements chosen at run time"
  type Color = enumeration(red "R", green, blue);
  Real q[Color] = {10, 20, 30}*time;
  Real g[3] = {i^2 + time for i in 1:3};
  Color favorite(start = Color.green, fixed = true);
  Real picked = q[favorite];
  Integer e = Integer(favorite);
  Real total = sum(q[c] for c in Color);
equation
  when time > 100 then
    favorite = Color.blue;
  end when;
end EnumArrays;
