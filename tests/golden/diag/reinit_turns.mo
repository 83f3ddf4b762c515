model M "Which values hold of those that one event gives"
  Real x[3](each start=0, each fixed=true);
equation
  der(x) = ones(3);
  when time > 0.5 then
    for i in 1:3 loop reinit(x[1], i); end for;
    reinit(x[2], 1);
    reinit(x[2], 2);
    for i in 3:3 loop reinit(x[i], i); end for;
  end when;
end M;
