//! status 3
//! stderr assertion failed: turn 3
model AlgorithmEffects "an algorithm that assigns nothing, with variables of its own"
  Real x = time, none[4, 0];
algorithm
  for i in 1:1000000 loop
    none := fill(time, 4, 0);
    assert(i < 3 or time < 0.5, "turn " + String(i));
    if i > 2 then
      break;
    end if;
  end for;
end AlgorithmEffects;
