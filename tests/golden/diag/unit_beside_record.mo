package UnitBesideRecord "Inputs behind a record have units too"
  record Gas
    parameter Real M(unit = "kg/mol") = 0.029;
    parameter Real cp(unit = "J/(kg.K)") = 1005;
  end Gas;
  function density
    input Gas gas;
    input Real p(unit = "Pa");
    input Real T(unit = "K");
    output Real d(unit = "kg/m3");
  algorithm
    d := p*gas.M/(8.314*T);
  end density;
  model Room
    parameter Gas gas;
    Real T(unit = "K") = 300 + time;
    Real right = density(gas, 1e5, T);
    Real wrong = density(gas, T, 1e5);
  end Room;
end UnitBesideRecord;
