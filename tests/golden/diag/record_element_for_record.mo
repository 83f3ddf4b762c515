model RecordElementForRecord
  record State
    Real T, m;
  end State;
  function mean
    input State a, b;
    output Real T = (a.m*a.T + b.m*b.T)/(a.m + b.m);
  algorithm
  end mean;
  State hot(T = 350, m = 1 + time), cold(T = 280, m = 2);
  Real T = mean(hot, cold.T);
end RecordElementForRecord;
