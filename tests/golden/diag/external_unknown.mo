class Table
  extends ExternalObject;
  function constructor
    input String name;
    output Table t;
    external "C" t = table_new(name);
  end constructor;
  function destructor
    input Table t;
    external "C" table_free(t);
  end destructor;
end Table;
model M
  Table t = Table("a");
end M;
