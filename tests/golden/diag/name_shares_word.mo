package NameSharesWord
  package Sources
    model SineVoltage end SineVoltage;
    model StepVoltage end StepVoltage;
    model StepCurrent end StepCurrent;
  end Sources;
  model Circuit
    Sources.VoltageSource s;
  end Circuit;
end NameSharesWord;
