# The multibody benchmark: what is written by hand and what kron makes of several ways to write a
# planar chain agree with each other (run.py stops if not), and the table is there.
. "$ROOT/tests/cli/common"
! sanitized || { echo "the programs that it compiles are not built for that"; exit 77; }
run 0 python3 "$ROOT/bench/multibody/run.py" "$KRON" --sizes 3 --seconds 0.001 --only=-planar --out "$TMP/b"
prints 'planar   hand space     3 '
for way in 'hand plane' 'hand mass' kron flat array plane; do
    grep -q "^planar,$way,3,[0-9.]*,[0-9.]*,[0-9]*," "$TMP/b/times.csv" || fail "$way was not measured"
done
