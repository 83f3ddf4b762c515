// Names are not looked up outside an encapsulated class; it imports even what surrounds it (pitfall 25).
package Complexes
  constant Real two = 2;
  encapsulated function twice
    import Complexes;
    input Real u;
    output Real y;
  algorithm
    y := Complexes.two*u;
  end twice;
  constant Real eight = twice(4);
end Complexes;
model M
  Real x = Complexes.eight;
end M;
// Real x = 8;
