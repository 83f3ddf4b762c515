# Loops of bodies with marks: what is torn for several unknowns has pivots that are steady in all trials, and what has none is
# factored. Taken as they come, one of the pivots of the universal joint vanishes always, all 59 equations were
# factored at every evaluation, and there were 12 times as many evaluations as without the marks.
. "$ROOT/tests/cli/common"

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
