# Records given to and returned by external functions: as values of structs that libtcc and cc return differently (a double and an
# int, only doubles, larger than two registers, one int), nested, with Strings; arrays of records in and out; from a library
# without a text of Include; evaluated during translation; in an FMU. A program of its own calls them by output arguments only.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache"

mkdir -p Resources
cat > Resources/apart.c <<'C'
struct Big { double a; int b; double c; };
struct Big apart(double x, int n) { struct Big r = {x, n, x*n}; return r; }
C
cat > Records.mo <<'MODEL'
package Records
  record Pair
    Real p;
    Integer q;
  end Pair;
  record Two
    Real x, y;
  end Two;
  record Count
    Integer n;
  end Count;
  record Big
    Real a;
    Integer b;
    Real c;
  end Big;
  record Nested
    Pair pair;
    Boolean flag;
    String text;
  end Nested;
  function pair
    input Real p;
    output Pair r;
  external "C" r = pair(p) annotation(Include = "
    typedef struct { double p; int q; } Pair;
    static Pair pair(double p) { Pair r = {2*p, 7}; return r; }");
  end pair;
  function two
    input Two t;
    output Two r;
  external "C" r = two(t) annotation(Include = "
    typedef struct { double x, y; } Two;
    static Two two(const Two *t) { Two r = {t->y, t->x}; return r; }");
  end two;
  function count
    output Count r;
  external "C" annotation(Include = "
    typedef struct { int n; } Count;
    static Count count(void) { Count r = {5}; return r; }");
  end count;
  function apart
    input Real x;
    input Integer n;
    output Big r;
  external "C" r = apart(x, n) annotation(Library = "apart", SourceDirectory = "modelica://Records/Resources");
  end apart;
  function nested
    input Real x;
    output Nested r;
  external "C" r = nested(x) annotation(Include = "
    typedef struct { struct { double p; int q; } pair; int flag; const char *text; } Nested;
    static Nested nested(double x) { Nested r = {{x, 3}, x > 0.5, x > 0.5 ? \"large\" : \"small\"}; return r; }");
  end nested;
  function each_of "Arrays of records, in and out"
    input Nested a[:];
    output Real s;
    output Nested b[size(a, 1)];
  external "C" s = each_of(a, size(a, 1), b) annotation(Include = "
    typedef struct { struct { double p; int q; } pair; int flag; const char *text; } Item;
    static double each_of(const Item *a, size_t n, Item *b) {
      double s = 0;
      for (size_t i = 0; i < n; i++) {
        s += a[i].pair.p*a[i].pair.q + (a[i].flag ? 100 : 0) + strlen(a[i].text);
        b[n - 1 - i] = a[i];
        b[n - 1 - i].flag = !a[i].flag;
      }
      return s;
    }");
  end each_of;
  model All
    parameter Pair known = pair(4);
    Real m[known.q] = ones(known.q)*time;
    Pair a = pair(time);
    Two b = two(Two(time, 3));
    Count c = count();
    Big d = apart(time, 6);
    Nested e;
    Nested f[2];
    Real s;
    Boolean right;
  equation
    when sample(0, 0.25) then
      e = nested(time);
      (s, f) = each_of({e, Nested(Pair(2, 4), true, "abc")});
      right = e.text == (if time > 0.5 then "large" else "small") and f[1].text == "abc" and f[2].text == e.text;
    end when;
  end All;
end Records;
MODEL
check() {
    python3 - "$1" <<'PY'
import csv, sys
last = list(csv.DictReader(open(sys.argv[1])))[-1]
expect = {"a.p": 2, "a.q": 7, "b.x": 3, "b.y": 1, "c.n": 5, "d.a": 1, "d.b": 6, "d.c": 6, "e.pair.p": 1, "e.pair.q": 3, "e.flag": 1,
          "s": 3 + 100 + 5 + 8 + 100 + 3, "f[1].pair.p": 2, "f[1].pair.q": 4, "f[1].flag": 0, "f[2].pair.p": 1, "f[2].flag": 0,
          "right": 1, "m[7]": 1}
for k, x in expect.items():
    assert abs(float(last[k]) - x) < 1e-9, (k, last[k], x)
PY
}
run 0 "$KRON" simulate Records.mo:Records.All --stop 1 --quiet -o all.csv
check all.csv
run 0 "$KRON" translate Records.mo:Records.All --to fmu2 --quiet -o all.fmu
run 0 "$KRON" simulate all.fmu --trust --type cs --stop 1 --quiet -o fmu.csv
check fmu.csv
run 1 "$KRON" translate Records.mo:Records.All --to c --quiet -o all.c
grep -q 'whose value is a record' err || fail "a program of its own: $(cat err)"
