model Clash
  Real time;
equation
  time = 3;
end Clash;
