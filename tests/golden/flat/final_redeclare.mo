// A class that a modifier redeclares as final is not redeclared again; components that the modified
// class has of it keep their modifiers.
model Law
  parameter Integer n = 1;
  replaceable type T = Real;
  T x[n];
equation
  x = ones(n);
end Law;
model Pipe
  replaceable model Flow = Law;
  Flow law(final n = 2, redeclare type T = Real(unit = "m"));
end Pipe;
model FinalRedeclare
  model Mine = Law;
  Pipe pipe(redeclare final model Flow = Mine);
end FinalRedeclare;
