# External functions in C of a library: text in the model, sources, binaries; compiled once; forbidden by --no-external;
# messages, errors, Strings and objects of theirs; records; arrays of Strings; resources.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache"
mkdir -p Lib/Resources/Include Lib/Resources/Source Lib/Resources/Library/linux64 Lib/Resources/Data
cat > Lib/package.mo <<'MODEL'
package Lib
  function twice "In the model itself"
    input Real x;
    output Real y;
  external "C" y = lib_twice(x) annotation (Include = "static double lib_twice(double x) { return 2*x*labs(-1); }");
  end twice;
  class Counter "From a source file; says when it ends"
    extends ExternalObject;
    function constructor
      input String name;
      input Integer from;
      output Counter c;
    external "C" c = counter_new(name, from) annotation (Include = "#include \"counter.h\"", Library = "counter");
    end constructor;
    function destructor
      input Counter c;
    external "C" counter_free(c) annotation (Include = "#include \"counter.h\"", Library = "counter");
    end destructor;
  end Counter;
  impure function next
    input Counter c;
    output Integer n;
  external "C" n = counter_next(c) annotation (Include = "#include \"counter.h\"", Library = "counter");
  end next;
  function total "From a binary"
    input Real x[:, :];
    input Integer k[:];
    output Real sum;
    output Integer most[2];
  external "C" sum = lib_total(x, size(x, 1), size(x, 2), k, size(k, 1), most) annotation (Library = "total");
  end total;
  record Point
    Real x;
    Integer n;
  end Point;
  function move
    input Point p;
    output Point q;
  external "C" lib_move(p, q) annotation (Include = "typedef struct { double x; int n; } P;
    static void lib_move(const P *p, P *q) { q->x = p->x + 0.5; q->n = p->n + 1; }");
  end move;
  function greet
    input String names[:];
    output String text;
  external "C" text = lib_greet(names, size(names, 1)) annotation (Include = "#include \"ModelicaUtilities.h\"
    #include <string.h>
    static const char *lib_greet(const char **name, size_t n) {
      char *s = ModelicaAllocateString(100); size_t i;
      for (i = 0; i < n; i++) strcat(s, name[i]);
      return s; }");
  end greet;
  function root
    input Real x;
    output Real y;
  external "C" y = lib_root(x) annotation (Include = "#include \"ModelicaUtilities.h\"
    #include <math.h>
    static double lib_root(double x) {
      if (x < 0) ModelicaFormatError(\"the root of %g is not a Real\", x);
      return sqrt(x); }");
  end root;
  model All
    parameter Real y = twice(3);
    parameter Integer size = integer(twice(1));
    Real v[size] = {time, 2*time};
    Counter c = Counter("c", 5);
    discrete Integer n(start = 0, fixed = true);
    Real sum;
    Integer most[2];
    Point p = move(Point(time, 1));
    parameter String text = greet({"ab", "c"});
    Boolean right = text == "abc";
  equation
    when sample(0.25, 0.25) then
      n = next(c);
    end when;
    (sum, most) = total([1, 2, 3; 4, 5, time], {7, 9, 8});
  end All;
  model Wrong
    Real x = root(0.5 - time);
  end Wrong;
end Lib;
MODEL
cat > Lib/Resources/Include/counter.h <<'CODE'
void *counter_new(const char *name, int from);
void counter_free(void *c);
int counter_next(void *c);
CODE
cat > Lib/Resources/Source/counter.c <<'CODE'
#include "counter.h"
#include "ModelicaUtilities.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { char name[20]; int n; } Counter;
void *counter_new(const char *name, int from)
{
    Counter *c = malloc(sizeof *c);
    strcpy(c->name, name);
    c->n = from;
    ModelicaFormatMessage("counter %s begins with %d\n", name, from);
    return c;
}
void counter_free(void *c)
{
    FILE *f = fopen("ended", "a");
    fprintf(f, "%s %d\n", ((Counter *)c)->name, ((Counter *)c)->n);
    fclose(f);
    free(c);
}
int counter_next(void *c) { return ++((Counter *)c)->n; }
CODE
cat > total.c <<'CODE'
#include <stddef.h>
double lib_total(const double *x, size_t m, size_t n, const int *k, size_t nk, int *most)
{
    double sum = 0;
    for (size_t i = 0; i < m * n; i++) sum += x[i] * (double)(i + 1);
    most[0] = k[nk - 1];
    most[1] = (int)(m * 10 + n);
    return sum;
}
CODE
run 0 cc -shared -fPIC total.c -o Lib/Resources/Library/linux64/libtotal.so

run 0 "$KRON" simulate -I . Lib.All --stop 1.1 -o all.csv
grep -q "C of a library was compiled by" err || fail "compiling was not told"
[ "$(cat ended)" = "c 9" ] || fail "the object has not ended as it should: $(cat ended)"
python3 - <<'PY'
import csv
rows = list(csv.DictReader(open("all.csv")))
last = rows[-1]
expect = {"n": 9, "sum": 1 + 4 + 9 + 16 + 25 + 6 * 1.1, "most[1]": 8, "most[2]": 23, "p.x": 1.6, "p.n": 2, "right": 1}
for k, x in expect.items():
    assert abs(float(last[k]) - x) < 1e-9, (k, last[k], x)
PY
rm ended
run 0 "$KRON" simulate -I . Lib.All --stop 1.1 -o again.csv
! grep -q "compiled by" err || fail "compiled again"
cmp all.csv again.csv
sed -i 's/return ++/return 10 * ++/' Lib/Resources/Source/counter.c
run 0 "$KRON" simulate -I . Lib.All --stop 0.3 -o new.csv
grep -q "compiled by" err || fail "the source has changed, but it was not compiled"

run 1 "$KRON" simulate -I . Lib.All --no-external -o no.csv
grep -q "which --no-external forbids" err || fail "--no-external: $(cat err)"
[ ! -e no.csv ] || fail "--no-external has made a result"

run 3 "$KRON" simulate -I . Lib.Wrong --stop 1 -o wrong.csv
grep -q 'Lib.root.: the root of -.* is not a Real' err || fail "an error of a function: $(cat err)"

sed -i 's/return 2\*x/return 2*nonsense/' Lib/package.mo
run 1 "$KRON" simulate -I . Lib.All -o wrong.csv
grep -q 'nonsense' err || fail "what the compiler says is not shown"

# Tables of the function usertab: by rows, by columns; without one.
cat > Tables.mo <<'MODEL'
package Tables
  class Curve
    extends ExternalObject;
    function constructor
      input String name;
      input Real table[:, :] = zeros(0, 2);
      output Curve curve;
    external "C" curve = ModelicaStandardTables_CombiTable1D_init2("NoName", name, table, size(table, 1), size(table, 2),
      {2}, size({2}, 1), 1, 2, false);
    end constructor;
    function destructor
      input Curve curve;
    external "C" ModelicaStandardTables_CombiTable1D_close(curve);
    end destructor;
  end Curve;
  function value
    input Curve curve;
    input Real u;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(curve, 1, u);
  end value;
  function bring
    input Real u;
    output Real y;
  external "C" y = bring(u) annotation (Include = "#include <string.h>
    static double rows[] = {0, 1, 2, 5, 4, 3}, columns[] = {0, 2, 4, 10, 50, 30};
    int usertab(char *name, int kind, int *dim, int *by_columns, double **table) {
      *by_columns = !strcmp(name, \"columns\");
      dim[0] = *by_columns ? 2 : 3; dim[1] = *by_columns ? 3 : 2;
      *table = *by_columns ? columns : rows;
      return kind != 1 || strcmp(name, \"none\") == 0; }
    static double bring(double u) { return u; }");
  end bring;
  model Both
    Curve a = Curve("rows"), b = Curve("columns");
    Real x = value(a, bring(time)), y = value(b, time);
  end Both;
  model Missing
    Curve a = Curve("none");
    Real x = value(a, bring(time));
  end Missing;
  model Without
    Curve a = Curve("rows");
    Real x = value(a, time);
  end Without;
end Tables;
MODEL
run 0 "$KRON" simulate Tables.mo:Tables.Both --stop 3 --json -o tables.csv
python3 - <<'PY'
import csv
for r in csv.DictReader(open("tables.csv")):
    t, x, y = (float(r[k]) for k in ("time", "x", "y"))
    want = 1 + 2 * t if t < 2 else 5 - (t - 2)
    assert abs(x - want) < 1e-12 and abs(y - 10 * want) < 1e-11, r
PY
run 3 "$KRON" simulate Tables.mo:Tables.Missing -o wrong.csv
grep -q 'the function `usertab` has no table `none`' err || fail "a table that is missing: $(cat err)"
run 3 "$KRON" simulate Tables.mo:Tables.Without -o wrong.csv
grep -q 'no external function of the model includes one' err || fail "no usertab: $(cat err)"

# The example of the manual, as it is printed there.
mkdir -p Gauge/Resources/Include Gauge/Resources/Source
awk '/^```/ { inside = !inside; n += inside; next } inside { print > ("part" n) }' "$ROOT/docs/external.md"
mv part1 Gauge/package.mo
mv part2 Gauge/Resources/Include/gauge.h
mv part3 Gauge/Resources/Source/gauge.c
run 0 "$KRON" $(sed 's/^kron //' part4)
python3 - <<'PY'
import csv
for r in csv.DictReader(open("gauge.csv")):
    t, x, v = (float(r[k]) for k in ("time", "x", "v"))
    assert abs(x - (t * t * (3 - 2 * t) if t < 1 else 1)) < 1e-12 and abs(v - (6 * t * (1 - t) if t < 1 else 0)) < 1e-9
PY

# A constant of a library that says where its data are: what is outside is asked for during translation.
cat > Lib/Where.mo <<'MODEL'
within Lib;
model Where
  package Places
    impure function full
      input String name;
      output String path;
    external "C" path = ModelicaInternal_fullPathName(name);
    end full;
    constant String folder = full("modelica://Lib/Resources/Data/");
  end Places;
  parameter String file = Places.folder + "x.txt";
initial equation
  assert(time > 0, file);
end Where;
MODEL
run 3 "$KRON" simulate -I . Lib.Where -o where.csv
grep -q "$(pwd -P)/Lib/Resources/Data/x.txt" err || fail "a folder of a library: $(cat err)"

# The header of a matrix in a text file: blanks or commas between its sizes.
printf '#1\ndouble plain (2,3)\n1 2 3\n4 5 6\ndouble blank (3 2)\n1 2\n3 4\n5 6\n' > matrices.txt
cat > Sizes.mo <<'MODEL'
model Sizes
  function sizes
    input String file, name;
    output Integer n[2];
  external "C" ModelicaIO_readMatrixSizes(file, name, n);
  end sizes;
  parameter Integer a[2] = sizes("matrices.txt", "plain"), b[2] = sizes("matrices.txt", "blank");
  Real x = 1000*a[1] + 100*a[2] + 10*b[1] + b[2];
end Sizes;
MODEL
run 0 "$KRON" simulate Sizes.mo -o sizes.csv
tail -1 sizes.csv | grep -q ',2332$' || fail "sizes of matrices: $(tail -1 sizes.csv)"

# An error of a thread that a library has started has no run to stop: the process ends and says why, without a signal.
cat > Thread.mo <<'MODEL'
model Thread
  function start
    input Real x;
    output Real y;
  external "C" y = thread_start(x) annotation (Include = "
#include <pthread.h>
#include \"ModelicaUtilities.h\"
static void *thread_run(void *x) { ModelicaFormatError(\"no display %d\", 7); return x; }
static double thread_start(double x) { pthread_t t; pthread_create(&t, 0, thread_run, 0); pthread_join(t, 0); return x; }");
  end start;
  Real y = start(time);
end Thread;
MODEL
run 3 "$KRON" simulate Thread.mo -o thread.csv
grep -q 'error: a thread that an external function has started ends: no display 7' err || fail "an error of a thread: $(cat err)"
