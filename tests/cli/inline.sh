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
second_order() { iterated SecondOrder "v[1] v[2] v[3] v[4] v[5] v[6]"; }
loop() { iterated Loop p2; }
plant() { iterated Plant "der(x)"; }
ladder() { iterated Ladder "v[3]"; }
charges() { iterated Charges "v[1] v[2] v[3] v[4]"; }

all filters diagonal second_order loop plant ladder charges
