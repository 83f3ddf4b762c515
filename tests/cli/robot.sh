# The mechatronic robot of the paper on inline integration (IN-50 to IN-54, Q-17) and robots that differ from it: states, equations,
# and in a step one iterated unknown for each joint, whatever gears and controllers are.
. "$ROOT/tests/cli/common"

MODEL="$ROOT/examples/papers/inline/Robot.mo"

# structure MODEL JOINTS STATES: one nonlinear system with as many unknowns as joints, all else by formula
structure() {
    run 0 "$KRON" structure "$1" --method bdf --json
    python3 - "$TMP/out" "$2" "$3" <<'P' || fail "structure of $1"
import json, sys
s = json.load(open(sys.argv[1]))
joints, states = int(sys.argv[2]), int(sys.argv[3])
assert len(s["states"]) == states, len(s["states"])
def walk(blocks):
    for b in blocks:
        yield b
        yield from walk(b["blocks"])
iterated = [b for b in walk(s["step"]) if b["iteration"]]
assert [b["iteration"] for b in iterated] == [joints], [b["iteration"] for b in iterated]
assert iterated[0]["kind"] == "nonlinear" and len(iterated[0]["tearing"]) == joints
assert all(t.startswith("axis[") for t in iterated[0]["tearing"]), iterated[0]["tearing"]
inner = iterated[0]["blocks"]
assert inner and {b["solved"] for b in inner} == {"symbolic"}, inner
assert not {x for b in inner for x in b["unknowns"]} & set(iterated[0]["tearing"])
for b in s["step"]:
    assert b["kind"] != "linear" or (b["solved"] == "symbolic" and len(b["tearing"]) <= 2), b
P
}

# stages MODEL JOINTS: Radau IIA iterates three unknowns for each joint (IN-60: 3*66 = 198 -> 18)
stages() {
    run 0 "$KRON" structure "$1" --method radau --json
    python3 - "$TMP/out" "$2" <<'P' || fail "stages of $1"
import json, sys
iterated = [b["iteration"] for b in json.load(open(sys.argv[1]))["stages"] if b["iteration"]]
assert iterated == [3 * int(sys.argv[2])], iterated
P
}

paper() {
    structure "$MODEL" 6 66
    python3 - "$TMP/out" <<'P' || fail "linear systems in the nonlinear one: of size 1 and 2 in the end (IN-51)"
import json, sys
block, = [b for b in json.load(open(sys.argv[1]))["step"] if b["iteration"]]
assert {len(b["tearing"]) for b in block["blocks"]} == {1, 2}, block["blocks"]
P
    python3 -c 'import json, sys; n = json.load(open(sys.argv[1]))["equations"]; assert 1800 <= n <= 2400, n' "$TMP/out" || fail "about 2000 equations"
}

variants() {
    cat "$MODEL" "$ROOT/tests/cli/robot.mo" > all.mo
    structure all.mo:Three 3 32
    structure all.mo:Eight 8 88
    structure all.mo:Rigid 6 60
    structure all.mo:Elastic 6 72
    structure all.mo:OtherControl 6 66
    structure all.mo:ByMotor 6 66
    structure all.mo:Five 5 56
    structure all.mo:Seven 7 76
    structure all.mo:Bare 6 48
}

radau() {
    cat "$MODEL" "$ROOT/tests/cli/robot.mo" > all.mo
    stages "$MODEL" 6
    stages all.mo:Three 3
    stages all.mo:Rigid 6
    stages all.mo:OtherControl 6
    stages all.mo:ByMotor 6
}

# matrices that are factored during a run have the sizes that the report says, those of steps as often as the run counts them
factored() {
    for method in bdf sdirk radau; do
        run 0 "$KRON" structure "$MODEL" --method $method --json
        cp "$TMP/out" report.json
        run 0 "$KRON" simulate "$MODEL" --method $method --stop 0.1 --json
        python3 - report.json "$TMP/out" <<'P' || fail "sizes of what is factored by $method"
import json, sys
report, run = (json.load(open(f)) for f in sys.argv[1:])
times = {f["size"]: f["times"] for f in run["factored"]}
said = lambda key: {b[key] for part in ("blocks", "step", "stages", "initial") for b in report.get(part, []) if b[key]}
steps = {b["iteration"] for part in ("step", "stages") for b in report.get(part, []) if b["iteration"]}
assert steps == ({6, 18} if run["method"] == "radau" else {6}), steps
assert set(times) <= said("iteration") | said("whole"), (times, said("iteration"), said("whole"))
assert sum(times.get(n, 0) for n in steps) == run["jacobians"] > 0, (times, run["jacobians"])
P
    done
}

# the angles and currents that inlined methods find are those of the others
values() {
    for method in bdf sdirk radau cvode; do
        run 0 "$KRON" simulate "$MODEL" --method $method --stop 0.5 --tolerance 1e-7 --vars 'axis*.phi' --vars '*armature.i' --json
        cp "$TMP/out" $method.json
    done
    python3 - <<'P' || fail "values"
import json
run = {m: json.load(open(m + ".json")) for m in ("bdf", "sdirk", "radau", "cvode")}
final = {m: r["final"] for m, r in run.items()}
for r in run.values(): # formulas for the accelerations keep their digits but for the first moments
    assert 5 * r["pivoted"] <= r["evaluations"], (r["method"], r["pivoted"], r["evaluations"])
for name, value in final["cvode"].items():
    for m in ("bdf", "sdirk", "radau"):
        assert abs(final[m][name] - value) <= 2e-5 * max(1, abs(value)), (m, name, final[m][name], value)
P
}

all paper variants radau factored values
