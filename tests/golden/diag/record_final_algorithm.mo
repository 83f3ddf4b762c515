model record_final_algorithm "an algorithm assigns to a record one of whose components is final"
  record R
    Real x;
    final parameter Real y = 1;
  end R;
  R r;
algorithm
  r := R(time);
end record_final_algorithm;
