# Loops of bodies with marks: what is torn for several unknowns has pivots that are steady in all trials, and what has none is
# factored. Taken as they come, one of the pivots of the universal joint vanishes always, all 59 equations were
# factored at every evaluation, and there were 12 times as many evaluations as without the marks.
# Rounding adds up along the joints: solutions are judged as those of the recursion are, and not factored for it.
. "$ROOT/tests/cli/common"

run 0 "$KRON" simulate "$ROOT/tests/sim/LibMultiBodyJoints.mo" --tolerance 1e-10 --json -o result.csv
python3 -c '
import json, sys
s = json.load(open(sys.argv[1]))
assert s["evaluations"] > 500 and 10*s["pivoted"] < s["evaluations"], (s["pivoted"], s["evaluations"])' "$TMP/out" || fail joints
run 0 "$KRON" structure "$ROOT/tests/sim/LibMultiBodyCardan.mo"
grep -q "linear system of 59 equations, solved by LU, in the order that relax() gives, for 4 unknowns" "$TMP/out" || fail "what the report says"

for model in LibMultiBodyCardan LibMultiBodyBalls; do
    for relax in on off; do
        run 0 "$KRON" simulate "$ROOT/tests/sim/$model.mo" --relax $relax --tolerance 1e-9 --json -o result.csv
        cp "$TMP/out" $relax.json
    done
    python3 -c '
import json
on, off = (json.load(open(name + ".json")) for name in ("on", "off"))
whole = max(on["factored"], key=lambda f: f["size"])
assert on["evaluations"] <= 1.2*off["evaluations"], (on["evaluations"], off["evaluations"])
assert whole["size"] > 50 and 2*whole["times"] < on["evaluations"], (whole, on["evaluations"])' || fail "$model"
done
