# FMUs (docs/fmi.md): models exported for FMI 2 and 3 and run again, as Model Exchange and
# Co-Simulation, agree with `kron simulate`; foreign code runs after consent only, and may crash;
# hostile archives change nothing outside of their folder.
set -e
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
models=$ROOT/tests/fmi/Models.mo
export TMPDIR=$tmp/unpacked
mkdir "$TMPDIR"
fail() { echo "$1"; exit 1; }

for model in Ball Pendulum Swing Stiff Sampled Clocked Loops; do
    # Co-Simulation has no rows at events: its points are those of a run without them.
    "$KRON" simulate "$models:Models.$model" --quiet --tolerance 1e-7 --intervals 97 -o "$tmp/ref.csv"
    for version in 2 3; do
        "$KRON" translate "$models:Models.$model" --to fmu$version --quiet -o "$tmp/$model.fmu"
        "$KRON" check "$tmp/$model.fmu" --quiet
        for type in me cs; do
            "$KRON" simulate "$tmp/$model.fmu" --type $type --trust --quiet --tolerance 1e-7 --intervals 97 -o "$tmp/made.csv"
            python3 "$ROOT/tests/fmi/agree.py" "$KRON" $type "$tmp/made.csv" "$tmp/ref.csv" ||
                fail "$model, FMI $version, $type: differs from kron simulate"
        done
    done
done

# Model Exchange: integrators come back from where a solution of an algebraic loop has ended. It ends at x = b - 1/a, and y jumps.
for version in 2 3; do
    "$KRON" translate "$models:Models.Trigger" --to fmu$version --quiet -o "$tmp/Trigger.fmu"
    for tolerance in 1e-4 1e-6 1e-8; do
        "$KRON" simulate "$tmp/Trigger.fmu" --type me --trust --quiet --tolerance $tolerance --intervals 50 -o "$tmp/made.csv"
        awk -F, -v version=$version -v tolerance=$tolerance '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
            { t = $column["time"]; x = $column["x"]; end = 0.5 - 1e-4
              first = -log(1 - end); half = log((1 + end)/(1 - end))
              n = t < first ? -1 : int((t - first)/half); since = t - first - n*half
              right = n < 0 ? 1 - exp(-t) : (n % 2 ? 1 : -1)*(1 - (1 + end)*exp(-since))
              if ((x - right)^2 > (1e-3 + 10*tolerance)^2) { print "FMI " version ", " tolerance ": x(" t ") = " x ", not " right; exit 1 } }
            END { if (NR < 50) exit 1 }' "$tmp/made.csv" || fail "the end of a solution"
    done
done

# Files of the current folder are none of the FMU's.
mkdir "$tmp/own"
(cd "$tmp/own" && touch tables exported model.c rt && "$KRON" translate "$models:Models.Ball" --to fmu3 --quiet -o Own.fmu &&
    "$KRON" simulate Own.fmu --trust --quiet --set e=0.5 -o own.csv) || fail "a file called tables in the current folder"

mkdir "$tmp/a b,c'd"
TMPDIR="$tmp/a b,c'd" "$KRON" translate "$models:Models.Ball" --to fmu3 --quiet -o "$tmp/Odd.fmu" ||
    fail "a folder for temporary files with blanks and commas"

# A model that ends itself within a communication step, for a tool that allows no early returns: where it ended is told, but
# not as one.
printf 'model Ends Real x(start = 0, fixed = true); equation der(x) = 1; when x >= 0.52 then terminate("enough"); end when; end Ends;' > "$tmp/Ends.mo"
for end in 0.52 0; do # during the run, and at its start
    sed "s/when x >= 0.52/when {time >= $end, initial() and $end <= 0}/" "$tmp/Ends.mo" > "$tmp/Ends2.mo"
    for version in 2 3; do
        "$KRON" translate "$tmp/Ends2.mo" --to fmu$version --quiet -o "$tmp/Ends.fmu"
        for type in me cs; do
            "$KRON" simulate "$tmp/Ends.fmu" --trust --quiet --type $type --intervals 10 --json | python3 -c '
import json, sys
a = json.load(sys.stdin)
assert a["terminated"] and abs(a["stop"] - float(sys.argv[1])) < 1e-6 and "ends the simulation" in str(a["messages"]), a
' $end || fail "terminate: FMI $version, $type, at $end"
        done
    done
done
"$KRON" translate "$tmp/Ends.mo" --to fmu3 --type cs --quiet -o "$tmp/Ends.fmu"
# (Python cannot load an FMU that has the sanitizers of the library.)
sanitized || python3 - "$tmp" <<'PY' || fail "terminate without early returns"
import ctypes, re, sys, zipfile
from ctypes import byref, c_bool, c_double, c_void_p
with zipfile.ZipFile(sys.argv[1] + "/Ends.fmu") as z:
    z.extract("binaries/x86_64-linux/Ends.so", sys.argv[1])
    token = re.search('instantiationToken="([^"]*)"', z.read("modelDescription.xml").decode()).group(1)
fmu = ctypes.CDLL(sys.argv[1] + "/binaries/x86_64-linux/Ends.so")
log = ctypes.CFUNCTYPE(None, c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)(lambda *a: None)
fmu.fmi3InstantiateCoSimulation.restype = c_void_p
no = c_bool(False)
it = c_void_p(fmu.fmi3InstantiateCoSimulation(b"it", token.encode(), None, no, no, no, no, None, ctypes.c_size_t(0), None, log, None))
assert it and not fmu.fmi3EnterInitializationMode(it, no, c_double(0), c_double(0), no, c_double(0))
assert not fmu.fmi3ExitInitializationMode(it)
event, terminate, early, last = c_bool(), c_bool(), c_bool(), c_double()
for step in range(6):
    assert not terminate.value
    assert not fmu.fmi3DoStep(it, c_double(step * 0.1), c_double(0.1), c_bool(True), byref(event), byref(terminate), byref(early), byref(last))
assert terminate.value and not early.value and abs(last.value - 0.52) < 1e-6, (terminate, early, last)
fmu.fmi3FreeInstance(it)
PY

# What was there stays until the new one is whole.
cp "$tmp/Ends.fmu" "$tmp/before.fmu"
CC=false "$KRON" translate "$tmp/Ends.mo" --to fmu3 --quiet -o "$tmp/Ends.fmu" 2> /dev/null && fail "an FMU without a compiler"
cmp "$tmp/Ends.fmu" "$tmp/before.fmu" || fail "a failed export takes the file away"
mkdir "$tmp/way"
CC=false "$KRON" translate "$tmp/Ends.mo" --to fmu3 --quiet -o "$tmp/way/New.fmu" 2> /dev/null && fail "an FMU without a compiler"
[ -z "$(ls -A "$tmp/way")" ] || fail "a failed export leaves $(ls -A "$tmp/way")"
ln -s ../Ends.fmu "$tmp/way/Link.fmu"
"$KRON" translate "$tmp/Ends.mo" --to fmu2 --quiet -o "$tmp/way/Link.fmu"
[ -L "$tmp/way/Link.fmu" ] && ! cmp -s "$tmp/Ends.fmu" "$tmp/before.fmu" || fail "a link is not followed"

# Parameters, inputs and what the description says.
fmu=$tmp/Ball.fmu
"$KRON" translate "$models:Models.Ball" --to fmu3 --quiet -o "$fmu"
"$KRON" list "$fmu" > "$tmp/list"
grep -q 'a .*\[3\] = 1 2 3' "$tmp/list" || fail "list: the array is missing"
printf 'time,u\n0,9.81\n2,9.81\n' > "$tmp/in.csv"
for type in me cs; do
    "$KRON" simulate "$fmu" --type $type --trust --quiet --input "$tmp/in.csv" --set "a[2]=5" --json > "$tmp/json"
    python3 - "$tmp/json" <<'PY' || fail "inputs or parameters do not reach the FMU"
import json, sys
final = json.load(open(sys.argv[1]))["final"]
assert abs(final["h"] - 1) < 1e-9 and abs(final["b[2]"] - 5) < 1e-9 and abs(final["b[3]"] - 3) < 1e-9, final
PY
    "$KRON" simulate "$fmu" --type $type --trust --quiet --set n=40 --vars n -o "$tmp/n.csv"
    [ "$(sed -n 2p "$tmp/n.csv") $(tail -n 1 "$tmp/n.csv")" = "0,40 1.5,42" ] || fail "start values of Integers: $(tail -n 1 "$tmp/n.csv")"
done
"$KRON" simulate "$fmu" --trust --quiet --set nothing=1 2> "$tmp/err" && fail "a wrong name is accepted"
grep -q "has no such variable" "$tmp/err" || fail "a wrong name: $(cat "$tmp/err")"
"$KRON" simulate "$fmu" --trust --quiet --set mode=1 2> "$tmp/err" && fail "what the FMU computes is set"
[ "$(cat "$tmp/err")" = "kron: error: --set mode: the FMU computes it" ] || fail "what the FMU computes: $(cat "$tmp/err")"

# Types under their own names; what their variables have in common; never the name of a variable.
cat > "$tmp/Typed.mo" <<'MODEL'
type Mode = enumeration(on "it runs", off);
model Typed
  type Length = Real(quantity = "Length", unit = "m", displayUnit = "mm") "how long";
  type Some = Real(nominal = 10);
  parameter Length a = 1, b(displayUnit = "km") = 2;
  Some u(unit = "V") = time, w(unit = "A") = 2*time, Mode = 3*time;
  parameter .Mode m = .Mode.off;
end Typed;
MODEL
for version in 2 3; do
    "$KRON" translate "$tmp/Typed.mo" --to fmu$version --quiet -o "$tmp/Typed.fmu"
    python3 - "$tmp/Typed.fmu" $version <<'PY' || fail "types, FMI $version"
import sys, xml.etree.ElementTree as tree, zipfile
root = tree.parse(zipfile.ZipFile(sys.argv[1]).open("modelDescription.xml")).getroot()
two = sys.argv[2] == "2"
types = {t.get("name"): (t[0] if two else t, t.get("description")) for t in root.find("TypeDefinitions")}
assert set(types) == {"Typed.Length", "Typed.Some", "Mode type"}, types
length, said = types["Typed.Length"]
assert (length.get("quantity"), length.get("unit"), length.get("displayUnit"), said) == ("Length", "m", None, "how long")
assert types["Typed.Some"][0].get("unit") is None
of = {v.get("name"): v[0] if two else v for v in root.find("ModelVariables")}
assert of["b"].get("declaredType") == "Typed.Length" and of["b"].get("displayUnit") == "km" and of["a"].get("displayUnit") == "mm"
assert [i.get("description") for i in types["Mode type"][0]] == ["it runs", None]
assert of["m"].get("declaredType") == "Mode type" and of["w"].get("unit") == "A"
PY
done

# A Clock has no value, and is no Boolean: it is left out, what it clocks is there.
cat > "$tmp/Ticking.mo" <<'MODEL'
model Ticking
  output Clock c = Clock(0.1);
  input Real u;
  output Real y(start = 0);
equation
  y = sample(u, c) + previous(y);
end Ticking;
MODEL
printf 'time,u\n0,1\n1,1\n' > "$tmp/ones.csv"
for version in 2 3; do
    "$KRON" translate "$tmp/Ticking.mo" --to fmu$version --quiet -o "$tmp/Ticking.fmu"
    for type in me cs; do
        "$KRON" simulate "$tmp/Ticking.fmu" --trust --type $type --stop 0.55 --input "$tmp/ones.csv" --quiet -o "$tmp/ticks.csv"
        [ "$(head -1 "$tmp/ticks.csv"; tail -1 "$tmp/ticks.csv")" = "time,u,y
0.55,1,6" ] || fail "clocks: $(cat "$tmp/ticks.csv")"
    done
done

# Consent.
"$KRON" simulate "$fmu" < /dev/null 2> "$tmp/err" && fail "runs without consent"
grep -q -- --trust "$tmp/err" || fail "consent is not asked for"
KRON_TRUSTED=$tmp "$KRON" simulate "$fmu" --quiet < /dev/null || fail "a trusted folder is not trusted"

python3 "$ROOT/tests/fmi/scheduled.py" "$KRON" "$tmp" "$ROOT/rt/fmi/fmi3.h" || fail "Scheduled Execution"
python3 "$ROOT/tests/fmi/hostile.py" "$KRON" "$tmp" "$tmp/Ball.fmu" "$tmp/Swing.fmu"
[ -z "$(ls -A "$TMPDIR")" ] || fail "something is left: $(ls "$TMPDIR")"
