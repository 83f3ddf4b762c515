model PartialDefault
  partial function Rate
    input Real s;
    output Real mu;
  end Rate;
  function monod
    extends Rate;
  algorithm
    mu := s/(1 + s);
  end monod;
  replaceable function rate = Rate;
  Real x = rate(time);
end PartialDefault;
