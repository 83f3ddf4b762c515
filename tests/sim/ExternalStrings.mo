//! run --stop 1
//! final v["n[1]"] = 4 within 0
//! final v["n[2]"] = 1 within 0
//! final v["n[3]"] = 2 within 0
//! final v["n[4]"] = 3 within 0
//! final v["n[5]"] = 3 within 0
//! final v["n[6]"] = 5 within 0
//! final v["n[7]"] = -1431655766 within 0
//! final v["n[8]"] = -357913953 within 0
//! final v["n[9]"] = 994191309 within 0
//! final v["n[10]"] = 3 within 0
//! final same = 9 within 0
//! final word = 5 within 0
//! final quoted = 9 within 0
package ExternalStringsLibrary "Modelica.Utilities.Strings: while a model is translated, and while it runs"
  function length
    input String s;
    output Integer n;
  external "C" n = ModelicaStrings_length(s);
  end length;
  function part
    input String s;
    input Integer first, last;
    output String t;
  external "C" t = ModelicaStrings_substring(s, first, last);
  end part;
  type Compare = enumeration(Less, Equal, Greater);
  function compare
    input String s, t;
    input Boolean exact = true;
    output Compare c;
  external "C" c = ModelicaStrings_compare(s, t, exact);
  end compare;
  function skip
    input String s;
    input Integer first = 1;
    output Integer next;
  external "C" next = ModelicaStrings_skipWhiteSpace(s, first);
  end skip;
  function hash "Values as the C code of the library gives them"
    input String s;
    output Integer h;
  external "C" h = ModelicaStrings_hashString(s);
  end hash;
  function identifier
    input String s;
    input Integer at;
    output Integer next;
    output String word;
  external "C" ModelicaStrings_scanIdentifier(s, at, next, word);
  end identifier;
  function quoted
    input String s;
    input Integer at;
    output Integer next;
    output String word;
  external "C" ModelicaStrings_scanString(s, at, next, word);
  end quoted;
  function all
    input String start;
    output Integer n[10];
  protected
    String pieces = part("abc", 2, 9) + part("abc", 5, 9) + part("abc", 3, 2) + part(start, 1, 1);
  algorithm
    n := {length("four"), Integer(compare("a", "b")), Integer(compare("B", "b", false)), Integer(compare("b", "a")),
      skip("  ab"), skip("ab  ", 3), hash(""), hash("a"), hash("hello"), length(pieces)};
  end all;
  function lengthOf
    input Boolean names;
    output Integer n;
  protected
    Integer next;
    String s;
  algorithm
    if names then
      (next, s) := identifier(" x1_y+", 1);
      n := if s == "x1_y" then next - 1 else -1;
    else
      (next, s) := quoted("= \"a\\\"b\" ;", 2);
      n := if length(s) == 4 then next else -1;
    end if;
  end lengthOf;
end ExternalStringsLibrary;
model ExternalStrings
  import ExternalStringsLibrary.*;
  constant Integer known[10] = all("s");
  parameter String start = "s";
  Integer n[10] = all(start + (if time > 2 then "x" else ""));
  Integer same = sum(if known[i] == n[i] then 1 else 0 for i in 1:9);
  Integer word = lengthOf(time < 2), quoted = lengthOf(time > 2);
end ExternalStrings;
