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

for model in Ball Pendulum Swing Stiff Sampled Clocked; do
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
done
"$KRON" simulate "$fmu" --trust --quiet --set nothing=1 2> "$tmp/err" && fail "a wrong name is accepted"
grep -q "has no such variable" "$tmp/err" || fail "a wrong name: $(cat "$tmp/err")"

# Consent.
"$KRON" simulate "$fmu" < /dev/null 2> "$tmp/err" && fail "runs without consent"
grep -q -- --trust "$tmp/err" || fail "consent is not asked for"
KRON_TRUSTED=$tmp "$KRON" simulate "$fmu" --quiet < /dev/null || fail "a trusted folder is not trusted"

python3 "$ROOT/tests/fmi/scheduled.py" "$KRON" "$tmp" "$ROOT/rt/fmi/fmi3.h" || fail "Scheduled Execution"
python3 "$ROOT/tests/fmi/hostile.py" "$KRON" "$tmp" "$tmp/Ball.fmu" "$tmp/Swing.fmu"
[ -z "$(ls -A "$TMPDIR")" ] || fail "something is left: $(ls "$TMPDIR")"
