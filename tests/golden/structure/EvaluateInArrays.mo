model EvaluateInArrays "Evaluated parameters of components in arrays may differ from element to element"
  model A
    parameter Real n[2] = {0, 1} annotation(Evaluate = true);
    final parameter Real e[2] = n/sqrt(n*n);
    final parameter Integer m = if e[1] > 0 then 2 else 1 annotation(Evaluate = true);
    Real x = e[2]*time, y = e[1]*time;
  end A;
  A a[2](n = {{0, 5}, {3, 4}});
end EvaluateInArrays;
