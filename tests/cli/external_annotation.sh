# Annotations of an external function that stand at the end of the class, as in older libraries, are taken with a warning.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache"
cat > old.mo <<'MODEL'
model Old
  function thrice
    input Real x;
    output Real y;
  external "C" y = old_thrice(x);
    annotation (Include = "static double old_thrice(double x) { return 3*x; }");
  end thrice;
  Real y = thrice(time);
end Old;
MODEL
run 0 "$KRON" simulate old.mo --stop 1 -o old.csv
grep -q "old.mo:6:.*annotation .Include. of an external function belongs to its external clause" err ||
    fail "no warning: $(cat err)"
python3 - <<'PY'
import csv
for row in csv.DictReader(open("old.csv")):
    assert abs(float(row["y"]) - 3 * float(row["time"])) < 1e-12, row
PY

# The libraries of the Modelica Standard Library need not be there: what is missing is told by its name.
cat > standard.mo <<'MODEL'
model Standard
  function twice
    input Real x;
    output Real y;
  external "C" y = standard_twice(x) annotation (Library = {"ModelicaExternalC", "ModelicaIO"},
    Include = "static double standard_twice(double x) { return 2*x; }");
  end twice;
  Real y = twice(time);
end Standard;
MODEL
run 0 "$KRON" simulate standard.mo
sed 's/"ModelicaIO"/"no_such_library"/' standard.mo > missing.mo
run 1 "$KRON" simulate missing.mo
says 'the library `no_such_library` of its annotation is not found'
