model HintInAlgorithm
  function Half
    input Real u;
    output Real y;
  algorithm
    y := u/2 + Kron.residue(u);
  end Half;
  Real x, y;
equation
  x = Half(time);
algorithm
  y := Kron.relax(x);
end HintInAlgorithm;
