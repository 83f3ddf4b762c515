model Machines
  block State
    parameter Integer step = 1;
    outer output Integer v;
  equation
    v = previous(v) + step;
  end State;
  block Around
    inner outer output Integer v;
    State s[2](step = {1, 2});
  equation
    initialState(s[1]);
    for i in 1:2 loop
      transition(s[i], s[3 - i], v > 10*i, immediate = false, priority = i);
    end for;
  end Around;
  parameter Boolean again = true;
  inner Integer v(start = 0);
  Around a;
  State b(step = -1);
equation
  initialState(a);
  if again then
    transition(b, a, activeState(a.s[1]) or ticksInState() > 3, immediate = false, reset = false);
  end if;
  transition(a, b, v > 30 and timeInState() > 2, immediate = false, synchronize = true);
end Machines;
