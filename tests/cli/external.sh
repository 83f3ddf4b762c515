# External functions in C of a library: text in the model, sources, binaries; compiled once; forbidden by --no-external;
# messages, errors, Strings and objects of theirs; records; arrays of Strings; resources.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache"
. "$ROOT/tests/cli/external_library"

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

# A header that is nowhere: the folders that were meant.
cat > Header.mo <<'MODEL'
function scale
  input Real x;
  output Real y;
external "C" y = scale_value(x) annotation (Include = "#include \"scale.h\"", IncludeDirectory = "file:///nowhere/include");
end scale;
model Header
  Real y = scale(time);
end Header;
MODEL
run 1 "$KRON" simulate Header.mo -o header.csv
grep -q 'scale.h: No such file or directory; .*there is no folder `file:///nowhere/include`' err || fail "a missing header: $(cat err)"
