//! run
//! expect y = 18 + 3*t within 1e-12
model RecordSizeField "The size of one argument of a record's value is another argument of it"
  record Template
    parameter Integer n = size(c, 1);
    parameter Real c[:, 2];
    parameter Real h;
  end Template;
  record Example
    extends Template(c = {{0, 0}, {0, 6}}, h = 100);
  end Example;
  record Field
    parameter Template con;
  end Field;
  model Bore
    parameter Field dat;
    Real s = sum(dat.con.c) + dat.con.n*time;
  end Bore;
  model Mine
    extends Bore(dat(con = Example(n = 3, c = coo, h = 2)));
    parameter Integer n = dat.con.n;
    final parameter Real coo[n, 2] = {{i, 2*i} for i in 1:n};
  end Mine;
  Mine mine;
  Real y = mine.s;
end RecordSizeField;
