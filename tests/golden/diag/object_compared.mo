class Table
  extends ExternalObject;
  function constructor
    input Integer n;
    output Table t;
    external "C" t = table_new(n);
  end constructor;
  function destructor
    input Table t;
    external "C" table_free(t);
  end destructor;
end Table;
model M
  Table a = Table(3);
  Table b = Table(4);
  Boolean same = a == b;
end M;
