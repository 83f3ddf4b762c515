# What is iterated in an inlined step (IN-25, IN-30 to IN-33, IN-62, Q-15, Q-16): names of the torn unknowns; linear systems by formula. The
# paper's `linres` and `residue` are respected, and a run factors matrices of these sizes only.
. "$ROOT/tests/cli/common"

# iterated MODEL NAMES: the unknowns that are iterated, in the order of their names
iterated() {
    run 0 "$KRON" structure "$ROOT/tests/cli/inline.mo:$1" --method bdf --json
    lacks err warning
    cp "$TMP/out" report.json
    run 0 "$KRON" simulate "$ROOT/tests/cli/inline.mo:$1" --method bdf --json
    python3 - report.json "$TMP/out" "$2" <<'P' || fail "$1"
import json, sys
report, run = (json.load(open(f)) for f in sys.argv[1:3])
torn = [name for b in report["step"] for name in b["tearing"]]
assert sorted(torn) == sorted(sys.argv[3].split()), torn
assert all(b["solved"] == "symbolic" for b in report["step"] if b["kind"] == "linear")
sizes = {f["size"] for f in run["factored"]}
said = {b["iteration"] for part in ("blocks", "step", "initial") for b in report[part] if b["iteration"]}
assert sizes <= said and (not torn or len(torn) in sizes), (sizes, said)
P
}

filters() { iterated Filters ""; }
diagonal() { iterated Diagonal ""; }
modes() { iterated Modes ""; }
second_order() { iterated SecondOrder "v[1] v[2] v[3] v[4] v[5] v[6]"; }
loop() { iterated Loop p2; }
plant() { iterated Plant "der(x)"; }
ladder() { iterated Ladder "v[3]"; }
charges() { iterated Charges "v[1] v[2] v[3] v[4]"; }

# What runs by methods with stages factor is in the report, too; radau's stages are iterated together.
counted() {
    for model in Filters SecondOrder Loop Plant Ladder Charges; do
        for method in sdirk radau; do
            run 0 "$KRON" structure "$ROOT/tests/cli/inline.mo:$model" --method $method --json
            cp "$TMP/out" report.json
            run 0 "$KRON" simulate "$ROOT/tests/cli/inline.mo:$model" --method $method --json
            python3 - report.json "$TMP/out" $method <<'P' || fail "$model by $method"
import json, sys
report, run = (json.load(open(f)) for f in sys.argv[1:3])
sizes = {f["size"] for f in run["factored"]}
said = {b["iteration"] for part in ("blocks", "step", "stages", "initial") for b in report.get(part, []) if b["iteration"]}
step = {b["iteration"] for b in report["stages" if sys.argv[3] == "radau" else "step"] if b["iteration"]}
assert sizes <= said and step <= sizes, (sizes, said, step)
P
        done
    done
}

# The marks of the paper hold in all stages of radau: `linres` is eliminated, so that three times as much is iterated (IN-60).
stages() {
    for model in Filters:0 SecondOrder:18 Loop:3 Plant:3 Ladder:3; do
        run 0 "$KRON" structure "$ROOT/tests/cli/inline.mo:${model%:*}" --method radau --json
        python3 - "$TMP/out" "${model#*:}" <<'P' || fail "stages of $model"
import json, sys
iterated = sum(b["iteration"] for b in json.load(open(sys.argv[1]))["stages"])
assert iterated == int(sys.argv[2]), iterated
P
    done
}

# clocked MODEL COUNT: so many unknowns are iterated at a tick
clocked() {
    run 0 "$KRON" structure "$ROOT/tests/cli/inline.mo:$1" --json
    python3 - "$TMP/out" "$2" <<'P' || fail "$1"
import json, sys
blocks = json.load(open(sys.argv[1]))["blocks"]
torn = [b["iteration"] for b in blocks if b["iteration"]]
assert sum(torn) == int(sys.argv[2]), torn
assert all(b["solved"] == "symbolic" for b in blocks if b["kind"] == "linear")
P
}

# same CLOCKED CONTINUOUS METHOD VARIABLE: ticks give what steps of the inlined method give
same() {
    run 0 "$KRON" simulate "$ROOT/tests/cli/inline.mo:$1" --stop 1.005 --interval 0.01 --vars "$4" -o ticks.csv
    run 0 "$KRON" simulate "$ROOT/tests/cli/inline.mo:$2" --method "$3" --step 0.01 --stop 1 --interval 0.01 --tolerance 1e-12 --vars "$4" -o steps.csv
    python3 - <<'P' || fail "$1 and $2 differ"
ticks, steps = ({round(float(t), 6): float(x) for t, x in (row.split(",") for row in open(f).read().split()[1:])} for f in ("ticks.csv", "steps.csv"))
worst = max(abs(ticks[t] - x) for t, x in steps.items())
assert len(steps) > 100 and worst < 1e-9, (len(steps), worst)
P
}

clocks() {
    clocked ClockedPlant 1
    clocked ClockedFilters 0
    clocked ClockedSecondOrder 6
    same ClockedPlant Plant implicit-euler x
    same ClockedFilters Filters trapezoid x2
    same ClockedSecondOrder SecondOrder implicit-euler 'q[3]'
}

# A stiff shaft that is damped: a looser tolerance needs fewer steps, of which few are rejected.
shafts() {
    for tolerance in 1e-6 1e-5 1e-4 1e-3; do
        run 0 "$KRON" simulate "$ROOT/bench/inline/Models.mo:Models.Drives" --stop 10 --method bdf --tolerance "$tolerance" --json -o r.csv
        python3 - "$TMP/out" steps.txt <<'P' || fail "tolerance $tolerance"
import json, os, sys
s = json.load(open(sys.argv[1]))
before = int(open(sys.argv[2]).read()) if os.path.exists(sys.argv[2]) else 4000
open(sys.argv[2], "w").write(str(s["steps"]))
assert s["steps"] < before and s["rejected"] < 0.1*s["steps"], (s["steps"], before, s["rejected"])
P
    done
}

# Stability limits explicit steps, of which 20 s need 30,000 or more, and BDF of high order no less: auto sees that the solution is smooth.
oscillations() {
    for tolerance in 1e-2 1e-3 1e-4; do
        run 0 "$KRON" simulate "$ROOT/tests/cli/inline.mo:Carried" --stop 20 --tolerance "$tolerance" --vars 'x*' --json -o r.csv
        python3 - "$TMP/out" "$tolerance" <<'P' || fail "tolerance $tolerance"
import csv, json, math, sys
s = json.load(open(sys.argv[1]))
rows = list(csv.reader(open("r.csv")))
gain = {rows[0].index("x[%d]" % i): w*w/(w*w - 1) for i, w in ((i, 1000 + 50*i) for i in range(1, 21))}
worst = max(abs(float(r[k]) - g*math.sin(float(r[0]))) for r in rows[1:] for k, g in gain.items())
assert s["method"] == "sdirk" and s["steps"] < 5000 and worst < float(sys.argv[2]), (s["method"], s["steps"], worst)
P
    done
}

all filters diagonal modes second_order loop plant ladder charges counted stages clocks shafts oscillations
