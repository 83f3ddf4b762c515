# An external function whose library is an object file by its name beside the model, with its header there; another one of the
# same file that says nothing of where it is; an error of an external function at a trial of Newton's iteration.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache"
mkdir place
cat > place/ratio.h <<'C'
double ratio(double x);
C
cat > place/ratio.c <<'C'
extern void ModelicaError(const char *text);
double ratio(double x)
{
    if (x <= 0 || x > 10)
        ModelicaError("ratio: out of range");
    return 1 / x;
}
double ratio_twice(double x) { return 2 * ratio(x); }
C
cc -fPIC -c place/ratio.c -o place/ratio.o
cat > place/Beside.mo <<'MODEL'
model Beside
  function ratio
    input Real x;
    output Real y;
  external "C" annotation (Library = "ratio.o", Include = "#include \"ratio.h\"");
  end ratio;
  function ratio_twice
    input Real x;
    output Real y;
  external "C";
  end ratio_twice;
  Real x(start = 5) "From 5 the first correction leads to -15";
  Real y = ratio_twice(1 + time);
equation
  ratio(x) = 1 + time;
end Beside;
MODEL
run 0 "$KRON" simulate place/Beside.mo --stop 1 -o beside.csv
python3 - <<'PY'
import csv
for row in csv.DictReader(open("beside.csv")):
    t = float(row["time"])
    assert abs(float(row["x"]) - 1 / (1 + t)) < 1e-9 and abs(float(row["y"]) - 2 / (1 + t)) < 1e-9, row
PY
run 0 "$KRON" simulate place/Beside.mo --stop 1 -o again.csv
! grep -q "compiled by" err || fail "compiled again, though only a result is new"
sed -i 's/ratio_twice/ratio_thrice/' place/Beside.mo
run 1 "$KRON" simulate place/Beside.mo -o no.csv
grep -q "there is no function .ratio_thrice. in" err || fail "an unknown function: $(cat err)"
