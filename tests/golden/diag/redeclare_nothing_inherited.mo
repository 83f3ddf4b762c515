model Base
  parameter Real k = 1;
end Base;
model M
  extends Base;
  redeclare model Part
    Real x = 1;
  end Part;
end M;
