within Kron;
function linres "Zero, as residue: the equations are linear in x"
  input Real x "Tearing variable";
  output Real y "0";
algorithm
  y := 0;
end linres;
