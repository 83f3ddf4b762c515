# Chains that are relaxed: every link adds the same operations (RX-54, RX-56, RX-59, Q-12), whatever the order of the
# equations is.
. "$ROOT/tests/cli/common"
cat > growth.py <<'END'
import json, subprocess, sys
kron, kind, most = sys.argv[1], sys.argv[2], float(sys.argv[3])
def count(text, *options):
    open("Chain." + ("dym" if kind == "gears" else "mo"), "w").write(text)
    out = subprocess.run([kron, "structure", "Chain." + ("dym" if kind == "gears" else "mo"), "--json", "--quiet", *options],
                         check=True, capture_output=True, text=True).stdout
    block = [b for b in json.loads(out)["blocks"] if b["size"] > 4]
    return block[0]["operations"]["total"], len(block), block[0]["iteration"]
def gears(n):
    head = open(sys.argv[4]).read().split("model drive")[0]
    lines = ["model gears", "  submodel (ShaftS) last(J = 2)", "  input tin"]
    lines += ["  submodel (Gear) g%d(i = 1.5)" % k for k in range(n)]
    lines += ["  submodel (Shaft) s%d(J = 0.1)" % k for k in reversed(range(n))]
    lines += ["  connect s%d - g%d, g%d - %s" % (k, k, k, "s%d" % (k + 1) if k + 1 < n else "last") for k in range(n)]
    return head + "\n".join(lines + ["  s0.tl = tin", "  last.tr = 0", "end", ""])
def chain(n):
    return subprocess.run([sys.executable, sys.argv[4], str(n), "--written"] + (["--planar"] if kind == "planar" else []),
                          check=True, capture_output=True, text=True).stdout
make = gears if kind == "gears" else chain
counts = [count(make(n)) for n in range(4, 9)]
operations = [c[0] for c in counts]
second = [a - 2*b + c for a, b, c in zip(operations, operations[1:], operations[2:])]
assert second == [0, 0, 0], operations
assert all(blocks == 1 and left == 0 for _, blocks, left in counts), counts
assert operations[4] - operations[3] <= most, operations
END
for kind in gears planar; do
    file="$ROOT/bench/multibody/chain.py" most=140
    [ $kind = gears ] && file="$ROOT/examples/papers/drive.dym" most=6
    run 0 python3 growth.py "$KRON" $kind $most "$file"
done
