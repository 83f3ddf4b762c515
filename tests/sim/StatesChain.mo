//! run --stop 10 --tolerance 1e-9
//! run --stop 10 --tolerance 1e-9 --method cvode
//! run --stop 10 --tolerance 1e-9 --method ida
//! expect v["x[1]"]**2 + v["y[1]"]**2 = 1 within 1e-8
//! expect (v["x[5]"] - v["x[4]"])**2 + (v["y[5]"] - v["y[4]"])**2 = 1 within 1e-8
//! expect energy = 9.81*0.6*15 within 1e-4
model StatesChain "Five point masses on rods in Cartesian coordinates: five constraints, sets of five states of ten"
  constant Integer n = 5;
  Real x[n](start = {0.8*i for i in 1:n}, each fixed = true), y[n](start = {0.6*i for i in 1:n});
  Real vx[n](each start = 0, each fixed = true), vy[n];
  Real F[n] "Force in the rod above, by its length";
  Real ux[n], uy[n] "Rods";
  Real energy = sum(vx.^2 + vy.^2)/2 + 9.81*sum(y);
equation
  ux = x - cat(1, {0}, x[1:n - 1]);
  uy = y - cat(1, {0}, y[1:n - 1]);
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F.*ux + cat(1, F[2:n].*ux[2:n], {0});
  der(vy) = -F.*uy + cat(1, F[2:n].*uy[2:n], {0}) - fill(9.81, n);
  for i in 1:n loop
    ux[i]^2 + uy[i]^2 = 1;
  end for;
end StatesChain;
