block Machines
  inner Integer i(start = 0);
  block S1
    outer output Integer i;
  equation
    i = previous(i) + 2;
  end S1;
  S1 s1;
  S1 s2;
equation
  transition(s1, s2, i > 10, immediate = false, priority = 1) annotation(Text(string = "%condition"));
  initialState(s1);
  connect(s1, s2);
algorithm
  when Clock(0.1) then
    i := hold(subSample(i, 2));
  end when;
end Machines;
