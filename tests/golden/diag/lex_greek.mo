model A
  Real ω = time;
  Real y = √2;
end A;
