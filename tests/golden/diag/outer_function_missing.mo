partial function Field
  input Real u;
  output Real y;
end Field;
model D
  outer function fc = Field;
  Real y = fc(time);
end D;
model M
  D d;
end M;
