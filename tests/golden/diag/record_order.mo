model M
  record Motor
    String name;
    Real R;
    Boolean brushed;
  end Motor;
  parameter Motor m = Motor(1.5, "M1", true);
end M;
