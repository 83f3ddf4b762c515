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
