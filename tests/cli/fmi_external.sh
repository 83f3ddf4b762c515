# FMUs of models that call C of libraries: it is compiled and linked into them, shared libraries are put beside the
# binary, and as sources it is inside with --source. The FMU needs the library's folder no more.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache" TMPDIR="$PWD"
. "$ROOT/tests/cli/external_library"
cat > Use.mo <<'MODEL'
package Use
  function archived "From an archive"
    input Real x;
    output Real y;
  external "C" y = lib_archived(x) annotation (Library = "archived", LibraryDirectory = "modelica://Lib/Resources/Library");
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
  function bring
    input Real u;
    output Real y;
  external "C" y = bring(u) annotation (Include = "static double rows[] = {0, 1, 2, 5};
    int usertab(char *name, int kind, int *dim, int *by_columns, double **table) {
      *by_columns = 0; dim[0] = dim[1] = 2; *table = rows; return 0; }
    static double bring(double u) { return u; }");
  end bring;
  function norm "Of BLAS, which FMUs have none of their own of"
    input Real x[:];
    output Real y;
  external "FORTRAN 77" y = dnrm2(size(x, 1), x, 1);
  end norm;
  model Sources
    parameter Real low = 0;
    parameter String names[2] = {"ab", "c"};
    Lib.Counter c = Lib.Counter("c", 5);
    Curve curve = Curve("rows");
    discrete Integer n(start = 0, fixed = true);
    Real a = Lib.twice(x), b = value(curve, bring(time)), x(start = 1, fixed = true);
    Real r = Lib.root(time - low);
    Boolean right = Lib.greet(names) == "abc";
  equation
    der(x) = -Lib.twice(x);
    when sample(0.25, 0.25) then
      n = Lib.next(c);
    end when;
    annotation(experiment(StopTime = 1.1));
  end Sources;
  model All
    extends Sources;
    Real d = Lib.total([1, 2, 3; 4, 5, time], {7, 9, 8}), e = archived(time), f = norm({3, 4*x});
  end All;
end Use;
MODEL
echo 'double lib_archived(double x) { return 3*x; }' > archived.c
cc -c -fPIC archived.c && ar rcs Lib/Resources/Library/linux64/libarchived.a archived.o

echo 'model Plain Real x = time; end Plain;' > Plain.mo
run 0 "$KRON" translate Plain.mo --to fmu2 -o Plain.fmu
for version in 2 3; do
    run 0 "$KRON" translate -I . Use.All --to fmu$version -o All$version.fmu
    run 0 "$KRON" translate -I . Use.Sources --to fmu$version --source -o Sources$version.fmu
done
run 1 "$KRON" translate -I . Use.All --to fmu3 --source -o No.fmu
says "is a binary: --source needs it as C"
run 1 "$KRON" translate -I . Use.All --to fmu3 --no-external -o No.fmu
mv Lib gone
if command -v x86_64-w64-mingw32-gcc > /dev/null && unzip -l Plain.fmu | grep -q win64; then
    unzip -l Sources2.fmu | grep -q binaries/win64/Sources2.dll || fail "the C of a library is not compiled for Windows"
    ! unzip -l All2.fmu | grep -q binaries/win64 || fail "a binary for Linux is in one for Windows"
fi
for version in 2 3; do
    for type in me cs; do
        for model in All Sources; do
            run 0 "$KRON" simulate $model$version.fmu --type $type --trust --stop 1.1 --tolerance 1e-9 --json
            python3 - "$TMP/out" $model <<'PY' || fail "FMI $version, $type, $model"
import json, math, sys
f = json.load(open(sys.argv[1]))["final"]
want = {"n": 9, "x": math.exp(-2.2), "a": 2*math.exp(-2.2), "b": 3.2, "r": math.sqrt(1.1), "right": 1}
if sys.argv[2] == "All":
    want.update(d=1 + 4 + 9 + 16 + 25 + 6*1.1, e=3.3, f=math.hypot(3, 4*math.exp(-2.2)))
for k, x in want.items():
    assert abs(f[k] - x) < 1e-7, (k, f[k], x)
PY
        done
        run 3 "$KRON" simulate All$version.fmu --type $type --trust --set low=0.5
        says "is not a Real"
    done
done

# The sources are whole: compiled as the description says, without a library but C's, they are the same FMU.
python3 - <<'PY' || fail "sources"
import os, subprocess, xml.etree.ElementTree as tree, zipfile
zipfile.ZipFile("Sources3.fmu").extractall("src")
plain, other = tree.parse("src/sources/buildDescription.xml").getroot().findall("BuildConfiguration")
assert [l.get("name") for l in plain.findall("Library")] == ["m"] and "klu" in [l.get("name") for l in other.findall("Library")]
sets, objects = plain.findall("SourceFileSet"), []
files = [f.get("name") for f in sets[1].findall("SourceFile")]
assert sorted(f.split("/")[-1] for f in files) == ["counter.c", "external.c", "support.c"], files
for s in sets:
    flags = s.get("compilerOptions").split() + ["-O0", "-w", "-fPIC"] + ["-I" + d.get("name") for d in s.findall("IncludeDirectory")]
    flags += ["-D%s=%s" % (d.get("name"), d.get("value") or "1") for d in s.findall("PreprocessorDefinition")]
    made = ["%s.o" % f.get("name").replace("/", "_") for f in s.findall("SourceFile")]
    for f, o in zip(s.findall("SourceFile"), made):
        subprocess.run(["cc"] + flags + ["-c", f.get("name"), "-o", o], check=True, cwd="src/sources")
    objects += made
os.remove("src/binaries/x86_64-linux/Sources3.so")
subprocess.run(["cc", "-shared", "-o", "../binaries/x86_64-linux/Sources3.so"] + objects + ["-lm", "-Wl,--no-undefined"], check=True, cwd="src/sources")
with zipfile.ZipFile("Compiled.fmu", "w") as z:
    for part in "modelDescription.xml", "binaries/x86_64-linux/Sources3.so":
        z.write("src/" + part, part)
two = tree.parse(zipfile.ZipFile("Sources2.fmu").open("modelDescription.xml")).getroot()
names = [f.get("name") for f in two.iter("File")]
assert "external/external.c" in names and "rt/plain/sparse.c" in names and "rt/cvode.c" not in names, names
PY
for type in me cs; do
    run 0 "$KRON" simulate Compiled.fmu --type $type --trust --stop 1.1 --tolerance 1e-9 --json
    python3 - "$TMP/out" <<'PY' || fail "compiled from its sources, $type"
import json, math, sys
f = json.load(open(sys.argv[1]))["final"]
assert f["n"] == 9 and abs(f["x"] - math.exp(-2.2)) < 1e-7 and abs(f["b"] - 3.2) < 1e-7, f
PY
done
