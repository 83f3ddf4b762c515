# Operations of an evaluation grow linearly with the number of links (RX-59): in space and in a plane, whether
# bodies are connected to the joint before or behind the bar, as arrays or written out, and with joints
# that are turned around. With joints that slide, too, however far the root is: forces pass from link to link
# in fewer steps than torques, and ran ahead of them by more than was searched from 36 links on.
. "$ROOT/tests/cli/common"

# linear WHAT OPTIONS SED [FIRST]: second differences of the operations of chains of FIRST (4) to 8 links are zero
linear() {
    for n in $(seq ${4:-4} 8); do
        python3 "$ROOT/bench/multibody/chain.py" $n $2 | sed "$3" > chain.mo
        run 0 "$KRON" structure chain.mo --json
        python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["operations"]["total"])' "$TMP/out"
    done > counts
    python3 -c '
c = [int(x) for x in open("counts")]
d = [b - a for a, b in zip(c, c[1:])]
assert len(set(d)) == 1 and d[0] > 0, (c, d)' || fail "$1"
}

chains() {
    linear space "" ""
    linear plane --planar ""
    linear "body before the bar" "" 's/connect(bar\[i\].b, body/connect(joint[i].b, body/; s/r_cm = {-0.5/r_cm = {0.5/' 5 # one of 4 saves 41 operations
    linear "joints turned around" "" 's/joint\[i\].b/joint[i].A/; s/joint\[\([i1]\)\].a/joint[\1].b/; s/joint\[i\].A/joint[i].a/'
    linear written --written ""
}

# sliding: every third joint slides; the same for every three links more
sliding() {
    for n in 31 34 37 40 61; do
        python3 "$ROOT/bench/multibody/models.py" kron-sliding $n > chain.mo
        run 0 "$KRON" structure chain.mo --json
        python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["operations"]["total"])' "$TMP/out"
    done > counts
    python3 -c '
c = [int(x) for x in open("counts")]
d = c[1] - c[0]
assert d > 0 and c == [c[0] + k * d for k in (0, 1, 2, 3, 10)], c' || fail "joints that slide"
}

# initial: the initial problem takes over the order of the simulation, so it has no more operations (an order of its own
# has 2.2 times as many with 202 links)
initial() {
    for kind in kron-sliding kron-chain; do
        python3 "$ROOT/bench/multibody/models.py" $kind 61 > chain.mo
        run 0 "$KRON" structure chain.mo --json
        python3 -c '
import json, sys
s = json.load(open(sys.argv[1]))
a, b = (max(s[k] if isinstance(s[k], list) else s[k]["blocks"], key=lambda b: b["size"]) for k in ("blocks", "initial"))
assert a["size"] == b["size"] > 500 and a["pivots"] == b["pivots"] == "recursive", (a["size"], b["size"])
assert a["operations"] == b["operations"], (a["operations"], b["operations"])' "$TMP/out" || fail "$kind"
    done
}

# determinant: that of more than 60 equations whose last two go by their determinant, which have no order to keep
determinant() {
    run 0 "$KRON" structure "$ROOT/tests/sim/RecursionDeterminant.mo" --json
    python3 -c '
import json, sys
(b,) = (b for b in json.load(open(sys.argv[1]))["blocks"] if b["size"] > 60)
assert (b["solved"], b["iteration"], b["pivots"]) == ("symbolic", 0, "recursive"), b' "$TMP/out" || fail "two equations left"
}

# trees: every body carries two. The text of formulas grows much less than the number of bodies, since those of one
# shape are written together as loops; and they compute what the mass matrix gives
trees() {
    for n in 127 511; do
        python3 "$ROOT/bench/multibody/models.py" kron-tree $n > tree.mo
        run 0 "$KRON" translate tree.mo --to c -o tree.c
        python3 -c '
import re
text = open("tree.c").read()
print(sum(len(f) for f in re.findall(r"^static int b0_residual_.*?^}", text, re.M | re.S)))'
    done > bytes
    python3 -c '
small, large = map(int, open("bytes"))
assert 20000 < small and large < 2 * small, (small, large)' || fail "code of trees: $(tr '\n' ' ' < bytes)"
    python3 "$ROOT/bench/multibody/models.py" kron-tree 127 > tree.mo
    for relax in on off; do
        run 0 "$KRON" simulate tree.mo --stop 0.01 --intervals 5 --relax $relax --vars 'j*.phi' -o $relax.csv
    done
    run 0 "$KRON" compare on.csv off.csv --tube 1e-6
}

all chains sliding trees initial determinant
