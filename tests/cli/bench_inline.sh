# The benchmark of inlined methods works: every way runs a small model and reaches the accuracy.
. "$ROOT/tests/cli/common"
! sanitized || { echo "the programs that it compiles are not built for that"; exit 77; }
run 0 python3 "$ROOT/bench/inline/run.py" "$KRON" --models Plant,Diodes --size 3 --runs 1 --seconds 0.0001 --out "$TMP/b"
python3 - "$TMP/b/times.csv" << 'END' || fail "the table"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
for model in "Plant", "Diodes":
    ways = {r["way"] for r in rows if r["model"] == model}
    assert {"standard", "ida", "cvode", "auto", "bdf", "sdirk"} <= ways, ways
assert all(0 < float(r["error"]) <= 1e-5 for r in rows), rows
assert next(r for r in rows if r["model"] == "Plant" and r["way"] == "bdf")["size"] == "1.0"
END
