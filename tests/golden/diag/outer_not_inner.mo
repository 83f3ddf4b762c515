model Weather
  Real T = 285 + sin(time);
end Weather;
model House
  outer Weather weather;
  Real T(start = 290, fixed = true);
equation
  1000*der(T) = weather.T - T;
end House;
model Yard
  Weather outside;
  House house;
end Yard;
