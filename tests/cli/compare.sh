# kron compare: curves whose distance is known, files of both formats, what is missing, pictures.
. "$ROOT/tests/cli/common"

# curve FILE EXPRESSION [POINTS [STOP]]: a result with x(t), in Python
curve() {
    python3 - "$@" <<'EOF'
import math, sys
path, text, n, stop = (sys.argv[1:] + ["1000", "10"][len(sys.argv) - 3:])[:4]
n, stop = int(n), float(stop)
with open(path, "w") as f:
    f.write("time,x,y\n")
    for i in range(n + 1):
        t = stop*i/n
        f.write("%r,%r,1\n" % (t, eval(text, dict(vars(math), t=t, nan=float("nan")))))
EOF
}

heights() { # range 2, tube 1e-2: half height 0.02; the mean period limits the width to 0.1 of it
    curve "$TMP/a.csv" 'sin(t)'
    curve "$TMP/b.csv" 'sin(t) + 0.015'
    curve "$TMP/c.csv" '1.2*sin(t)'
    run 0 "$KRON" compare "$TMP/a.csv" "$TMP/b.csv" --tube 0.01
    prints "2 agree, 0 differ, 0 missing"
    run 1 "$KRON" compare "$TMP/a.csv" "$TMP/b.csv" --tube 0.001
    prints "x: at time"
    prints "1 agree, 1 differ"
    run 1 "$KRON" compare "$TMP/a.csv" "$TMP/c.csv" --tube 0.01
    run 0 "$KRON" compare "$TMP/a.csv" "$TMP/c.csv" --tube 0.01 --vars y
    run 1 "$KRON" compare "$TMP/a.csv" "$TMP/c.csv" --tube 0.01 --json
    python3 - "$TMP/out" <<'EOF' || fail "how far it is outside"
import json, sys
d = json.load(open(sys.argv[1]))
x = {s["name"]: s for s in d["signals"]}["x"]
# at its peaks 0.2 above: 0.18 outside of 0.02
assert d["worst"] == "x" and d["differ"] == 1 and abs(x["outside"] - 9) < 0.1, d
EOF
}

events() { # a jump 0.05 late is within 1 % of the span, one 0.5 late is not; a missed pulse neither
    curve "$TMP/a.csv" '1.0 if t > 5 else 0.0'
    curve "$TMP/b.csv" '1.0 if t > 5.05 else 0.0'
    curve "$TMP/c.csv" '1.0 if t > 5.5 else 0.0'
    run 0 "$KRON" compare "$TMP/a.csv" "$TMP/b.csv" --tube 0.01
    run 1 "$KRON" compare "$TMP/a.csv" "$TMP/c.csv" --tube 0.01
    curve "$TMP/p.csv" '1.0 if 5 < t < 5.3 else 0.0'
    curve "$TMP/q.csv" '0.0'
    run 1 "$KRON" compare "$TMP/p.csv" "$TMP/q.csv" --tube 0.01
    run 1 "$KRON" compare "$TMP/q.csv" "$TMP/p.csv" --tube 0.01
    curve "$TMP/f.csv" 'sin(100*t)' 20000      # faster than the width of the tube
    curve "$TMP/g.csv" '0.5*sin(100*t)' 20000
    run 1 "$KRON" compare "$TMP/f.csv" "$TMP/g.csv" --tube 0.01
}

spans() {
    curve "$TMP/a.csv" 'sin(t)'
    curve "$TMP/b.csv" 'sin(t)' 1000 9
    curve "$TMP/c.csv" 'sin(t) if t < 9 else nan'
    run 1 "$KRON" compare "$TMP/a.csv" "$TMP/b.csv"
    prints "it ends early"
    run 1 "$KRON" compare "$TMP/a.csv" "$TMP/c.csv"
    prints "values that are not numbers"
    printf 'time,x\n0,0\n10,0\n' > "$TMP/d.csv"
    run 1 "$KRON" compare "$TMP/a.csv" "$TMP/d.csv"
    prints "y: not in"
    run 2 "$KRON" compare "$TMP/a.csv" "$TMP/d.csv" --vars z
    run 2 "$KRON" compare "$TMP/a.csv"
    run 2 "$KRON" compare "$TMP/a.csv" "$TMP/none.csv"
    run 2 "$KRON" compare "$TMP/a.csv" "$TMP/b.csv" --tube 3
}

results() {
    run 0 "$KRON" simulate "$ROOT/examples/SeriesResonance.mo" -o "$TMP/a.csv"
    run 0 "$KRON" simulate "$ROOT/examples/SeriesResonance.mo" --method ida -o "$TMP/b.mat"
    run 0 "$KRON" simulate "$ROOT/examples/SeriesResonance.mo" --set r.R=2 -o "$TMP/c.mat"
    run 0 "$KRON" compare "$TMP/a.csv" "$TMP/b.mat"
    run 1 "$KRON" compare "$TMP/a.csv" "$TMP/c.mat" -o "$TMP/worst.svg"
    python3 -c 'import sys, xml.etree.ElementTree as E; E.parse(sys.argv[1])' "$TMP/worst.svg" || fail "no picture"
    run 2 "$KRON" compare "$TMP/a.csv" "$TMP/c.mat" -o "$TMP/worst.jpg"
}

all heights events spans results
