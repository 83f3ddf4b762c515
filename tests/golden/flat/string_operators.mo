// Strings: concatenation, String() of all types with its formats, String parameters (section 3.7.1).
package P
  type E = enumeration(small, large);
  constant String a = "x" + "y";
  constant String b = String(12), c = String(12, minimumLength = 5), d = String(12, minimumLength = 5, leftJustified = false);
  constant String e = String(true), f = String(E.large);
  constant String g = String(3.14159265, significantDigits = 3), h = String(0.5, format = ".3f"), i = String(1.5);
  constant String j = "tab\tquote\"end";
  constant Boolean k = String(7) == "7";
end P;
model M
  parameter String name = "motor";
  parameter String file = name + ".txt";
  parameter String s[2] = {"p", "q"};
  parameter String t1 = P.a, t2 = P.b, t3 = P.c, t4 = P.d, t5 = P.e, t6 = P.f, t7 = P.g, t8 = P.h, t9 = P.i, t10 = P.j;
  parameter Boolean k = P.k;
end M;
// t1 "xy", t2 "12", t3 "12   ", t4 "   12", t5 "true", t6 "large", t7 "3.14", t8 "0.500", t9 "1.5"; k true
