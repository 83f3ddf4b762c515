# FMUs of models that call C of libraries: it is compiled and linked into them, shared libraries are put beside the
# binary, and as sources it is inside with --source. The FMU needs the library's folder no more.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache" TMPDIR="$PWD"
mkdir -p Lib/Resources/Include Lib/Resources/Source Lib/Resources/Library/linux64
cat > Lib/package.mo <<'MODEL'
package Lib
  function twice "In the model itself"
    input Real x;
    output Real y;
  external "C" y = lib_twice(x) annotation (Include = "static double lib_twice(double x) { return 2*x*labs(-1); }");
  end twice;
  class Counter "From a source file"
    extends ExternalObject;
    function constructor
      input Integer from;
      output Counter c;
    external "C" c = counter_new(from) annotation (Include = "#include \"counter.h\"", Library = "counter");
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
  function shared "From a shared library"
    input Real x[:];
    output Real y;
  external "C" y = lib_shared(x, size(x, 1)) annotation (Library = "shared");
  end shared;
  function archived "From an archive"
    input Real x;
    output Real y;
  external "C" y = lib_archived(x) annotation (Library = "archived");
  end archived;
  class Curve "kron's own tables, with the function usertab of a library"
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
  function greet
    input String name;
    output String text;
  external "C" text = lib_greet(name) annotation (Include = "#include \"ModelicaUtilities.h\"
    static double rows[] = {0, 1, 2, 5};
    int usertab(char *name, int kind, int *dim, int *by_columns, double **table) {
      *by_columns = 0; dim[0] = dim[1] = 2; *table = rows; return 0; }
    static const char *lib_greet(const char *name) {
      char *s = ModelicaAllocateString(100);
      if (!*name) ModelicaError(\"nobody is there\");
      return strcat(strcat(s, \"hello \"), name); }");
  end greet;
  model Sources
    parameter String name = "you";
    Counter c = Counter(5);
    Curve curve = Curve("rows");
    discrete Integer n(start = 0, fixed = true);
    Real a = twice(x), b = value(curve, time), x(start = 1, fixed = true);
    Boolean right = greet(name) == "hello you";
  equation
    der(x) = -twice(x);
    when sample(0.25, 0.25) then
      n = next(c);
    end when;
    annotation(experiment(StopTime = 1.1));
  end Sources;
  model All
    extends Sources;
    Real d = shared({1, 2, time}), e = archived(time);
  end All;
end Lib;
MODEL
echo 'void *counter_new(int from); void counter_free(void *c); int counter_next(void *c);' > Lib/Resources/Include/counter.h
cat > Lib/Resources/Source/counter.c <<'CODE'
#include "counter.h"
void *counter_new(int from) { int *c = malloc(sizeof *c); *c = from; return c; }
void counter_free(void *c) { free(c); }
int counter_next(void *c) { return ++*(int *)c; }
CODE
echo '#include <stddef.h>
double lib_shared(const double *x, size_t n) { double s = 0; for (size_t i = 0; i < n; i++) s += x[i]; return s; }' > shared.c
echo 'double lib_archived(double x) { return 3*x; }' > archived.c
cc -shared -fPIC shared.c -o Lib/Resources/Library/linux64/libshared.so
cc -c -fPIC archived.c && ar rcs Lib/Resources/Library/linux64/libarchived.a archived.o

for version in 2 3; do
    run 0 "$KRON" translate -I . Lib.All --to fmu$version -o All$version.fmu
    run 0 "$KRON" translate -I . Lib.Sources --to fmu$version --source -o Sources$version.fmu
done
run 1 "$KRON" translate -I . Lib.All --to fmu3 --source -o No.fmu
says "is a binary: --source needs it as C"
run 1 "$KRON" translate -I . Lib.All --to fmu3 --no-external -o No.fmu
mv Lib gone
for version in 2 3; do
    for type in me cs; do
        for model in All Sources; do
            run 0 "$KRON" simulate $model$version.fmu --type $type --trust --stop 1.1 --tolerance 1e-9 --json
            python3 - "$TMP/out" $model <<'PY' || fail "FMI $version, $type, $model"
import json, math, sys
f = json.load(open(sys.argv[1]))["final"]
want = {"n": 9, "x": math.exp(-2.2), "a": 2*math.exp(-2.2), "b": 3.2, "right": 1}
if sys.argv[2] == "All":
    want.update(d=4.1, e=3.3)
for k, x in want.items():
    assert abs(f[k] - x) < 1e-7, (k, f[k], x)
PY
        done
        run 3 "$KRON" simulate All$version.fmu --type $type --trust --set 'name=""'
        says "nobody is there"
    done
done

# The sources are whole: those of external functions compile as the description says.
python3 - <<'PY' || fail "sources"
import subprocess, xml.etree.ElementTree as tree, zipfile
zipfile.ZipFile("Sources3.fmu").extractall("src")
sets = tree.parse("src/sources/buildDescription.xml").getroot().findall(".//SourceFileSet")
files = [f.get("name") for f in sets[1].findall("SourceFile")]
assert sorted(f.split("/")[-1] for f in files) == ["counter.c", "external.c", "support.c"], files
for i, f in enumerate(files):
    subprocess.run(["cc", "-std=c99"] + sets[1].get("compilerOptions").split() + ["-I" + d.get("name") for d in
                    sets[1].findall("IncludeDirectory")] + ["-c", f, "-o", "%d.o" % i], check=True, cwd="src/sources")
two = tree.parse(zipfile.ZipFile("Sources2.fmu").open("modelDescription.xml")).getroot()
assert "external/external.c" in [f.get("name") for f in two.iter("File")]
PY
