model Part
protected
  Real secret = time;
end Part;
model M
  Part p;
  Real y = p.secret;
end M;
