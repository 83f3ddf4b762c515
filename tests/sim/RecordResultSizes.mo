//! run --stop 1
//! final y = 35 within 1e-12
//! final z = 16 within 1e-12
//! final n = 3 within 0
//! final s = 5 + 12 within 1e-12
model RecordResultSizes "sizes in a result that modifiers of the output say"
  record Poly
    Real c[:];
    Integer n = size(c, 1);
  end Poly;
  function derivative
    input Poly p;
    output Poly d(redeclare Real c[size(p.c, 1) - 1]);
  algorithm
    for i in 1:size(p.c, 1) - 1 loop
      d.c[i] := p.c[i]*(size(p.c, 1) - i);
    end for;
  end derivative;
  function value
    input Poly p;
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for i in 1:size(p.c, 1) loop
      y := y*x + p.c[i];
    end for;
  end value;
  Poly p = Poly({1 + time, 2, 3, 4});
  Poly q = derivative(p);
  Real y = value(q, 2), z = value(derivative(derivative(p)), 1);
  Integer n = q.n;
  record System
    Real A[:, :], b[size(A, 1)];
  end System;
  record Pair
    System s;
    Real f;
  end Pair;
  function scaled
    input Real A[:, size(A, 1)];
    input Real f;
    output Pair p(s(redeclare Real A[size(A, 1), size(A, 2)], redeclare Real b[size(A, 1)]));
  algorithm
    p.s.A := f*A;
    p.s.b := A[:, 1];
    p.f := f;
  end scaled;
  Pair pair = scaled([time, 2; 3, 4], 2);
  Real s = sum(pair.s.b) + 1 + pair.s.A[2, 1] + pair.s.A[2, 2] - pair.f + pair.f - 2*time;
end RecordResultSizes;
