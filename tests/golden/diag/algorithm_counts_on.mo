package AlgorithmCountsOn
  model Forgotten "the counter is not set to 0 before the loop"
    Real data[4] = {time, 2*time, 1, 0};
    Integer count;
  algorithm
    for i in 1:4 loop
      if data[i] > 0.5 then
        count := count + 1;
      end if;
    end for;
  end Forgotten;
  model Right
    Real data[4] = {time, 2*time, 1, 0};
    Integer count, up;
  algorithm
    count := 0;
    for i in 1:4 loop
      if data[i] > 0.5 then
        count := count + 1;
      end if;
    end for;
    if up < 3 then
      up := up + 1;
    end if;
  end Right;
end AlgorithmCountsOn;
