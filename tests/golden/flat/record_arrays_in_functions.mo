// Arrays of records in functions: slices of fields, assignment to fields of elements (pitfall 42).
record Sub
  Real M;
  Real R;
end Sub;
function mix
  input Sub data[:];
  input Real x[:];
  output Real mass;
  output Real gas;
  output Sub s[size(data, 1)];
algorithm
  mass := sum(data[:].M);
  gas := x*data.R;
  for i in 1:size(data, 1) loop
    s[i].M := i;
    s[i].R := 10*data[i].R;
  end for;
end mix;
package P
  constant Sub d[2] = {Sub(28, 2), Sub(32, 3)};
  constant Real m = mix(d, {0.5, 0.5});
  function second
    input Integer k;
    output Real g;
  protected
    Real mm;
    Sub s[2];
  algorithm
    (mm, g, s) := mix(d, {2, 1});
    if k == 2 then
      g := s[2].R + s[2].M;
    end if;
  end second;
  constant Real g = second(1);
  constant Real h = second(2);
end P;
model M
  Real a = P.m;
  Real b = P.g;
  Real c = P.h;
end M;
// a = 28 + 32 = 60; b = 2*2 + 1*3 = 7; c = 30 + 2 = 32
