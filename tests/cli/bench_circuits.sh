# The benchmark of circuits works: kron and the tableau agree on small ones, and ngspice too where it is installed.
. "$ROOT/tests/cli/common"
! sanitized || { echo "the programs that it compiles are not built for that"; exit 77; }
run 0 python3 "$ROOT/bench/circuits/run.py" "$KRON" --sizes 8 --kinds RC,Diodes --runs 1 --out "$TMP/b"
python3 - "$TMP/b/times.csv" << 'END' || fail "the table"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
for kind in "RC", "Diodes":
    of = [r for r in rows if r["kind"] == kind]
    assert {"tableau", "bdf", "sdirk"} <= {r["way"] for r in of}, of
    assert all(float(r["error"]) < 5e-4 for r in of if r["way"] == "tableau"), of
END
