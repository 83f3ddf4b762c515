model Env
  Real T = 293;
end Env;
model Climate
  inner Env env;
end Climate;
model Room
  outer Env env;
  Real x = env.T;
end Room;
model House
  Climate c;
  Room r;
end House;
