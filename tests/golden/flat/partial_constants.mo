// A constant without value in a partial package does no harm until it is used (pitfall 44).
partial package Base
  constant Integer n;
  constant Real m = n*1.5;
  constant Real free;
end Base;
package Full
  extends Base(n = 4);
end Full;
model M
  Real x = Full.m;
end M;
// Real x = 6
