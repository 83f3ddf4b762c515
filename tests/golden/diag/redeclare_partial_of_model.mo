package Media
  partial package Interface
    partial model Properties
      Real T;
    end Properties;
  end Interface;
end Media;
model Tank
  replaceable package Medium = Media.Interface;
  Medium.Properties medium;
equation
  medium.T = 300;
end Tank;
