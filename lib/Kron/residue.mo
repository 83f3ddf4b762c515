within Kron;
function residue "Zero. In an equation: x is to be torn, and the equation is left over to determine it"
  input Real x "Tearing variable";
  output Real y "0";
algorithm
  y := 0;
end residue;
