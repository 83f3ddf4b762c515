// The examples of section 7.2.5: each and split modifiers through two levels of arrays.
model C
  parameter Real a[3];
  parameter Real d;
end C;
model B
  C c[2](each a = {1, 2, 3}, d = {1, 2});
  parameter Real b = 0;
end B;
model D
  B b(each c.a = {3, 4, 5}, c.d = {2, 3});
end D;
model E
  D d;
  B b[2](each c(each a = {1, 2, 3}, d = {1, 2}), b = {10, 20});
  B b2[2](c(each a = {1, 2, 3}, d = fill({1, 2}, 2)), b = {1, 2});
end E;
// d.b.c[i].a = {3, 4, 5}; d.b.c[1].d = 2; d.b.c[2].d = 3; d.b.b = 0;
// b[k].c[i].a = {1, 2, 3}; b[k].c[i].d = i; b[1].b = 10, b[2].b = 20;
// b2[k].c[i].a = {1, 2, 3}; b2[k].c[i].d = fill({1, 2}, 2)[k, i] = i; b2[k].b = k
