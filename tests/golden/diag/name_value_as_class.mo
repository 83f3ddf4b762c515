model M
  Real speed = 1;
  speed s;
end M;
