package Drives
  model Torque "the torque is a signal"
    input Real u;
    Real tau = u;
  end Torque;
  model ConstantTorque
    parameter Real tau_constant = 1;
    Real tau = tau_constant;
  end ConstantTorque;
end Drives;
model ModClassBeside "a parameter that another class of the package has"
  Drives.Torque t(tau_constant = 5, u = time);
end ModClassBeside;
