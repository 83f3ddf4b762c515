# RX-60: with two joints the relaxed equations need no more operations than the torn ones, those of the
# factorisation included; and every further equal link adds the same number, from four on (RX-59: three save some more).
. "$ROOT/tests/cli/common"
cat > two.py <<'END'
import json, subprocess, sys
kron, models = sys.argv[1:]
def operations(kind, n, relax):
    text = subprocess.run([sys.executable, models, kind, str(n)], check=True, capture_output=True, text=True).stdout
    open("Chain.mo", "w").write(text)
    out = subprocess.run([kron, "structure", "Chain.mo", "--json", "--quiet", "--relax", relax], check=True,
                         capture_output=True, text=True).stdout
    return json.loads(out)["operations"]["total"]
for kind in ("kron-planar", "kron-chain", "kron-skew"):
    on, off = operations(kind, 2, "on"), operations(kind, 2, "off")
    assert on <= off, (kind, on, off)
for kind in ("kron-planar", "kron-skew"):
    n = [operations(kind, k, "on") for k in range(4, 8)]
    assert n[1] - n[0] == n[2] - n[1] == n[3] - n[2], (kind, n)
END
# RX-19, RX-34: the drive train takes as many operations torn as relaxed, for one tearing variable
for model in examples/papers/drive.dym tests/golden/session/drive_torn.dym; do
    run 0 "$KRON" structure "$ROOT/$model" --json
    python3 -c '
import json, sys
j = json.load(open(sys.argv[1]))
b = [b for b in j["blocks"] if b["size"] == 4][0]
print(j["operations"], b["operations"], b["solved"], b["iteration"])
assert "torn" not in sys.argv[2] or b["tearing"] == ["der(shaft2.w)"], b["tearing"]' "$TMP/out" "$model" > "count.$(basename $model)" || fail "$model"
done
cmp count.drive.dym count.drive_torn.dym || fail "operations"
run 0 python3 two.py "$KRON" "$ROOT/bench/multibody/models.py"
