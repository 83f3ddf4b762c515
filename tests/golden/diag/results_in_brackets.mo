package ResultsInBrackets
  function stats
    input Real v[:];
    output Real mean, most;
  algorithm
    mean := sum(v)/size(v, 1);
    most := max(v);
  end stats;
  model Use
    Real m, s, a, b;
  equation
    [m, s] = stats({1, 2, time});
    {a, b} = stats({1, 2, time});
  end Use;
end ResultsInBrackets;
