//! run --stop 1
//! expect m = 0.01*(1 + 0.01*(log(v["h[1]"]/1e5) + log(v["h[2]"]/1e5))) within 1e-7
//! expect v["h[1]"] = v["h[2]"] + 6400/m within 1e-7
//! expect v["h[2]"] = 1e5 + (v["h[1]"] - 1e5)*0.2 within 1e-7
model InitialApart "nothing flows at the start values: enthalpies cannot be had before the flow that carries them"
  Real p[3](each start = 1e5, each nominal = 1e5), h[2](each start = 1e5, each nominal = 1e5), m(start = 0);
  Real k = 1 + 0.01*(log(h[1]/1e5) + log(h[2]/1e5)) "viscosity falls with temperature: all is one system";
equation
  m = 1e-6*(p[1] - p[2])*k;
  m = 1e-6*(p[2] - p[3])*k;
  p[1] - p[3] = 2e4 "pump";
  p[3] + 0*h[1] = 1e5 + 1e-9*(h[2] - h[1])*m;
  m*(h[1] - h[2]) = 6400 "heater";
  m*(h[2] - 1e5) = 0.2*m*(h[1] - 1e5) "cooler";
end InitialApart;
