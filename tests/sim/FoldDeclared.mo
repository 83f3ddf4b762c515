//! run --stop 1
//! expect v["lead.u"] = cos(t) + 2 + sin(t) within 1e-6
//! expect v["same.u"] = 2 + sin(t) within 1e-9
model FoldDeclared "Conditions on variables that are declared by parameters say which equation holds, as those on parameters do"
  connector Out = output Real;
  block Constant
    Out y = 0;
  end Constant;
  block Lead "The inverse of a lag, or of nothing where both times are the same"
    parameter Real T1, T2;
    Real u, y, x(start = 2);
    Constant first(y = T1), second(y = T2);
    Real difference = first.y - second.y;
  equation
    der(x) = u - x;
    if abs(difference) < 1e-15 then
      y = u;
    else
      y = x;
    end if;
  end Lead;
  Lead lead(T1 = 0.08, T2 = 0.083), same(T1 = 1, T2 = 1);
equation
  lead.y = 2 + sin(time);
  same.y = 2 + sin(time);
end FoldDeclared;
