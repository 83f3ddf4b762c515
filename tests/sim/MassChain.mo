//! run --stop 20 --tolerance 1e-8
//! run --stop 20 --tolerance 1e-8 --method ida
//! expect energy = 0.5 within 1e-5
//! expect momentum = 0 within 1e-6
model MassChain "A hundred masses on springs between walls; the energy is conserved"
  parameter Integer n = 100;
  Real x[n](each start = 0, each fixed = true);
  Real p[n](start = cat(1, {1}, zeros(n - 1)), each fixed = true);
  Real energy, momentum;
  Real reaction(start = 1, fixed = true) "Momentum that the walls have left";
equation
  der(x) = p;
  der(p[1]) = x[2] - 2*x[1];
  for i in 2:n - 1 loop
    der(p[i]) = x[i - 1] - 2*x[i] + x[i + 1];
  end for;
  der(p[n]) = x[n - 1] - 2*x[n];
  der(reaction) = -x[1] - x[n];
  momentum = sum(p) - reaction;
  energy = (p*p + x[1]^2 + x[n]^2 + sum((x[i + 1] - x[i])^2 for i in 1:n - 1))/2;
end MassChain;
