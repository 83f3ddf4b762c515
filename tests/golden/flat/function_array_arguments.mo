// Arrays of unknown size, sizes of outputs and locals from inputs, matrices, empty default (pitfalls 15 and 16).
package P
  function polyval
    input Real c[:];
    input Real x;
    output Real y = 0;
  algorithm
    for k in size(c, 1):-1:1 loop
      y := y*x + c[k];
    end for;
  end polyval;
  function mirror
    input Real A[:, :];
    output Real B[size(A, 2), size(A, 1)];
  protected
    Integer n = size(A, 1), m = size(A, 2);
  algorithm
    for i in 1:n loop
      for j in 1:m loop
        B[m + 1 - j, n + 1 - i] := A[i, j];
      end for;
    end for;
  end mirror;
  function phases
    input Real x;
    input Real ph[:] = fill(0.0, 0);
    output Integer n = size(ph, 1);
  algorithm
  end phases;
  constant Real y = polyval({1, 2, 3}, 2);
  constant Real B[3, 2] = mirror([1, 2, 3; 4, 5, 6]);
  constant Integer n0 = phases(1), n2 = phases(1, {1, 2});
end P;
model M
  Real y = P.y;
  Real B[3, 2] = P.B;
  Integer n[2] = {P.n0, P.n2};
  Real z[2] = {P.polyval({1, time}, 2), P.polyval({1, time, 3}, 2)};
end M;
// y = 1 + 4 + 12 = 17; B[m+1-j, n+1-i] = A[i,j]: B = {{6,3},{5,2},{4,1}}; n = {0, 2}
