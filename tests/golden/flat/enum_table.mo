// A table of an enumeration over itself, quoted literals, through an import alias (pitfalls 17 and 18).
package P
  type Logic = enumeration('0', '1', 'x');
  constant Logic And[Logic, Logic] = [Logic.'0', Logic.'0', Logic.'0';
                                      Logic.'0', Logic.'1', Logic.'x';
                                      Logic.'0', Logic.'x', Logic.'x'];
end P;
model M
  import L = P.Logic;
  constant L a = P.And[L.'1', L.'x'];
  L b = if time > 1 then L.'1' else L.'0';
  L c = P.And[b, L.'1'];
end M;
// constant L a = 'x' (row 2, column 3)
