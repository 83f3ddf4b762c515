// Types are no functions (a mutation that reached the C compiler).
partial function Shape
  input Real u;
  output Real y;
end Shape;
function apply
  input Shape f;
  input Real v;
  output Real s;
algorithm
  s := f(v);
end apply;
model functional_argument_type
  Real a = apply(function Integer(), time);
end functional_argument_type;
