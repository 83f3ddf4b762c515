// A function that is an argument is called as the class of the input says: its inputs and outputs must be like these.
partial function Surface
  input Real x;
  input Real k;
  output Real z;
end Surface;
function apply
  input Surface f;
  input Real x;
  output Real y;
algorithm
  y := f(x, 2);
end apply;
function line
  input Real x;
  output Real y = x;
algorithm
end line;
function text
  input Real u;
  input Real v;
  output String s = String(u*v);
algorithm
end text;
function named
  input Real u;
  input String v;
  output Real s = u;
algorithm
end named;
function more
  input Real u;
  input Real v;
  input Real w;
  output Real s = u*v*w;
algorithm
end more;
function none
  input Real u;
  input Real v;
algorithm
end none;
partial function Line
  input Real x;
  output Real y;
end Line;
partial function Along
  input Line f;
  input Real x;
  output Real y;
end Along;
function asks "for more than it is given"
  input Surface f;
  input Real x;
  output Real y;
algorithm
  y := f(x, 3);
end asks;
function run
  input Along g;
  input Line f;
  input Real x;
  output Real y;
algorithm
  y := g(f, x);
end run;
model M
  Real z = run(asks, line, time);
  Real a = apply(line, time);
  Real b = apply(function line(), time);
  Real c = apply(text, time);
  Real d = apply(named, time);
  Real e = apply(more, time);
  Real f = apply(none, time);
  Real good = apply(function more(u = 2), time);
end M;
