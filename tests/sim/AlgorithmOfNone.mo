//! run
//! final y = 1 within 0
model AlgorithmOfNone "An array of components without elements has no algorithm sections"
  model Part
    Real x[3, 0];
    Integer n;
  algorithm
    x := zeros(3, 0);
    n := n + 1;
  end Part;
  Part part[0];
  Real y = 1;
end AlgorithmOfNone;
