//! run --stop 1
//! quiet
//! final n = 18 within 0
model InstanceNames "getInstanceName in arrays of components names the element (3.7.4.4)"
  block A
    parameter String own = getInstanceName();
    String now = getInstanceName();
  end A;
  model B
    A a[2];
    A c;
  end B;
  A a;
  A b[2];
  B m[3, 2];
  Integer n = if m[3, 1].a[2].now == "InstanceNames.m[3,1].a[2]" and m[2, 2].c.own == "InstanceNames.m[2,2].c" then 18 else 0;
equation
  assert(a.own == "InstanceNames.a", a.own);
  assert(b[1].own == "InstanceNames.b[1]" and b[2].now == "InstanceNames.b[2]", b[2].now);
end InstanceNames;
