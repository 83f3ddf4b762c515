//! run --stop 1
//! final v["z.a"] = 6 within 1e-12
//! final v["z.b"] = 9 within 1e-12
//! final v["s.a"] = 3 within 1e-12
//! quiet
operator record Pair
  Real a, b;
  encapsulated operator 'constructor'
    function fromOne
      import Pair;
      input Real a;
      input Real b = 2*a;
      output Pair p = Pair(a = a, b = b);
    algorithm
    end fromOne;
    function fromFlag
      import Pair;
      input Boolean up;
      output Pair p;
    algorithm
      p := Pair(if up then 3 else -3);
    end fromFlag;
  end 'constructor';
  encapsulated operator function '+'
    import Pair;
    input Pair x, y;
    output Pair p;
  algorithm
    p := Pair(x.a + y.a, x.b + y.b);
  end '+';
end Pair;
model ConstructorItself "A constructor of an operator record that calls itself for its result makes the record of its fields"
  Pair x = Pair(3*time), y = Pair(a = 3, b = 3), z = x + y;
  Pair s = Pair(true);
end ConstructorItself;
