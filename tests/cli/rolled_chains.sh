# Rolled code: three times as many bodies in a chain make hardly more code (tables apart), in a plane, in space, with
# axes in turn and with joints that slide, the equations the run time falls back to included.
. "$ROOT/tests/cli/common"

cat > code.py <<'EOF2'
import re, sys

size, inside = 0, False
for line in open(sys.argv[1]):
    inside = inside or re.match(r"static (int|void|double) \w+\(.*\{$", line) is not None
    size += len(line) if inside else 0
    inside = inside and not line.startswith("}")
print(size)
EOF2

# flat KIND FEW MANY
flat() {
    for n in $2 $3; do
        python3 "$ROOT/bench/multibody/models.py" $1 $n > chain.mo
        run 0 "$KRON" translate --to c -o $n.c chain.mo --quiet
    done
    few=$(python3 code.py $2.c) many=$(python3 code.py $3.c)
    [ "$few" -gt 1000 ] && [ $((10 * many)) -le $((11 * few)) ] || fail "$1: code of $few and $many bytes"
}

flat kron-planar 40 120
flat kron-skew 24 72
flat kron-chain 36 108
