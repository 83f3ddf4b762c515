model percent_efficiency "Efficiencies given in percent: by the quantity, by what is said of it; a ratio of both is none"
  type Part = Real(quantity = "Efficiency", unit = "1");
  parameter Part eta = 85;
  parameter Real e2(min = 0) = 92 "Efficiency of the motor";
  parameter Real e3 = 92 "Efficiency in percent";
  parameter Part e4 = 4.5 "Of a heat pump";
  parameter Real P(unit = "W") = 10*eta*e2*e3*e4;
end percent_efficiency;
