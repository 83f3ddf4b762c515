//! run --stop 1
//! final v["x[1]"] = 1 within 1e-14
//! final v["x[2]"] = -2 within 1e-14
//! final info = 0 within 0
//! final next = 10 within 0
//! final number = -125 within 0
//! final random = 0.022481149245203502 within 0
//! final v["rest[1]"] = 12345 within 0
//! expect z = log(1 + t*log(2))/log(2) within 1e-5
//! final v["v[5]"] = 5 within 0
//! final sides = 14 within 1e-14
package ExternalFunctionsLibrary "Functions of the C library, of LAPACK, and of the run time; sizes by functions"
  function length
    input String s;
    output Integer n;
  external "C" n = ModelicaStrings_length(s);
  end length;
  function scan
    input String s;
    input Integer at;
    output Integer next;
    output Real x;
  external "C" ModelicaStrings_scanReal(s, at, false, next, x);
  end scan;
  function two "2^x"
    input Real x;
    output Real y;
  external "C" y = exp2(x);
  end two;
  function hypot "No call is written: y = hypot(x1, x2)"
    input Real x1, x2;
    output Real y;
  external;
  end hypot;
  function solve "A*x = b"
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)] = b;
    output Integer info;
  protected
    Integer n = size(A, 1), pivot[size(A, 1)];
    Real factors[size(A, 1), size(A, 1)] = A;
  external "Fortran 77" dgesv(n, 1, factors, n, pivot, x, n, info);
  end solve;
  function random
    input Integer state[2];
    output Integer after[2];
    output Real y;
  external "C" ModelicaRandom_xorshift64star(state, after, y);
  end random;
  function keeps
    input Integer a[:];
    output Integer b[size(a, 1)];
  protected
    Integer after[2];
    Real y;
  algorithm
    (after, y) := random(a);
    b := a;
  end keeps;
end ExternalFunctionsLibrary;
model ExternalFunctions
  import ExternalFunctionsLibrary.*;
  parameter String s = "hello";
  parameter Integer n = length(s);
  Real v[n] = {i for i in 1:n}*time;
  Real x[2], number, z(start = 0, fixed = true), random, sides = hypot(3, 4) + hypot(5*time, 12*time) - 4;
  Integer info, next, after[2], rest[2] = keeps({12345, -678});
equation
  (x, info) = solve([2, 1; 4, 3], {0, -2});
  (next, number) = scan("  -12.5e1 abc", 1);
  (after, random) = ExternalFunctionsLibrary.random({12345, -678});
  der(z) = two(-z);
end ExternalFunctions;
