package A
  constant Real c = 1;
end A;
package B
  constant Real c = 2;
end B;
model M
  import A.*;
  import B.*;
  Real x = c;
end M;
