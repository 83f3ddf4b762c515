model conditional_connect_missing "what a disabled connector would be connected to need not exist"
  connector In = input Real;
  connector Out = output Real;
  block Add
    parameter Integer n = 1;
    In u[n];
    Out y = sum(u);
  end Add;
  block Source
    Out y = time;
  end Source;
  parameter Boolean shade = false;
  Add add(n = if shade then 2 else 1);
  Source first;
  Source second if shade;
equation
  connect(first.y, add.u[1]);
  connect(second.y, add.u[2]);
end conditional_connect_missing;
