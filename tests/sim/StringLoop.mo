//! expect n = 11 within 0
//! expect k = 3 within 0
//! expect l = 6 within 0
model StringLoop "equations for each String of a list; branches that are decided there"
  constant String list[3] = {"a", "bb", "ccc"};
  String s[3];
  Boolean b[2];
  Real n = (if s[1] == "a" then 1 else 0) + (if s[2] == "x" then 10 else 0), k, l;
equation
  for q in list loop
    if q == "a" then
      s[1] = q;
    elseif q == "bb" then
      s[2] = "x";
    else
      s[3] = q;
    end if;
  end for;
  for i in 1:2 loop
    if i == 1 then
      b[1] = time >= 0;
    else
      b[2] = false;
    end if;
  end for;
  k = sum(if q == "bb" then 3 else 0 for q in list);
  l = sum({if q + q == "aa" or s[3] == "ccc" then 2 else 0 for q in {"a", "ccc", "d"}});
end StringLoop;
