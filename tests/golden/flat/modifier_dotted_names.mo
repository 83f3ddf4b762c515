// Dotted names in modifiers; value and attributes of one element in two arguments (section 7.2.4).
model C4
  Real x;
end C4;
model C3
  C4 a(final x.unit = "V", x.displayUnit = "mV", x = 5.0);
  C4 b(x(final unit = "V", displayUnit = "mV") = 5.0);
  C4 c(x = 1.5, x(start = 2.0));
end C3;
model Top
  C3 m(a.x.nominal = 10, c.x.start = 3);
end Top;
// Real m.a.x(unit = "V", displayUnit = "mV", nominal = 10) = 5;
// Real m.b.x(unit = "V", displayUnit = "mV") = 5; Real m.c.x(start = 3) = 1.5;
