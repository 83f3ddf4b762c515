// A leading dot starts at the top (pitfall 24); inner names hide outer ones; classes in classes.
model Pin
  Real v = time;
end Pin;
package Pack
  constant Real c = 1;
  package Pack
    constant Real c = 2;
    model M
      Real a = c;
      Real b = .Pack.c;
      Real d = Pack.c;
      Real e = .Pack.Pack.c;
    end M;
  end Pack;
end Pack;
model Top
  .Pin Pin;
  Pack.Pack.M m;
end Top;
// Real Pin.v = time; m.a = 2; m.b = 1; m.e = 2; m.d = Pack.c: from inside Pack.Pack.M, the name Pack is found in Pack (outer): Pack.Pack, so 2
