//! run --stop 1
//! expect z = 6.1 within 1e-12
//! expect s = 3 within 0
// A function returns a record whose fields are `:`; the output gives them values, and so sizes, where the arguments are
// known at the start of the run only.
package Parts
  record Curve
    parameter Real y[:];
    parameter Real eta[size(y, 1)];
  end Curve;

  function curve
    input Real P;
    output Curve e(y = {0, 0.1, 0.3}, eta = zeros(n));
  protected
    constant Integer n = 3;
  algorithm
    for j in 1:n loop
      e.eta[j] := P*j;
    end for;
  end curve;

  record Data
    parameter Real P = 3;
    final parameter Curve g = curve(P);
    parameter Curve used = g;
  end Data;
end Parts;

model OutputFieldSizes
  parameter Real q(fixed = false);
  parameter Parts.Data first(P = q), second(P = 2);
  Real z = first.g.eta[3] + second.used.y[2];
  Integer s = size(first.used.eta, 1);
initial equation
  q = 2;
end OutputFieldSizes;
