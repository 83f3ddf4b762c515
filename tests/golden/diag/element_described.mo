package P
  package Constants
    constant Real h = 6.626e-34 "The constant of Planck";
    constant Real k = 1.38e-23 "The constant of Boltzmann";
  end Constants;
  model M
    Real E = Constants.planck*time;
  end M;
end P;
