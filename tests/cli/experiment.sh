# start, stop, tolerance and interval: from the annotation, from the options, otherwise 0, 1, 500 points.
. "$ROOT/tests/cli/common"
cat > X.mo <<'END'
model X
  Real x(start = 0, fixed = true);
equation
  der(x) = time;
  annotation(experiment(StartTime = 1, StopTime = 3, Tolerance = 1e-8, Interval = 0.5));
end X;
END
cat > Plain.mo <<'END'
model Plain
  Real x(start = 0, fixed = true);
equation
  der(x) = cos(10*time);
end Plain;
END

# output_times MODEL OPTIONS... = T...: the times of the result
output_times() {
    args=
    while [ "$1" != = ]; do
        args="$args $1"
        shift
    done
    shift
    run 0 "$KRON" simulate $args -o r.csv
    python3 - "$@" <<'END' || fail "$args"
import csv, sys
got = [float(r[0]) for r in list(csv.reader(open("r.csv")))[1:]]
want = [float(t) for t in sys.argv[1:]]
assert len(got) == len(want) and all(abs(a - b) < 1e-9 for a, b in zip(got, want)), got
END
}

annotation() {
    output_times X.mo = 1 1.5 2 2.5 3
    output_times X.mo --stop 2 = 1 1.5 2
    output_times X.mo --start 2 = 2 2.5 3
    output_times X.mo --intervals 2 = 1 2 3
    output_times X.mo --interval 1 = 1 2 3
    output_times X.mo --interval=0.8 --stop=2 = 1 1.8 2
    run 0 "$KRON" simulate X.mo --method cvode --json
    prints '"start": 1,'
    prints '"stop": 3,'
    prints '"x": 4'
}

defaults() {
    run 0 "$KRON" simulate Plain.mo -o r.csv
    [ "$(wc -l < r.csv)" = 502 ] || fail "$(wc -l < r.csv) lines"
    tail -1 r.csv | grep -q '^1,' || fail "does not end at 1"
    output_times Plain.mo --start 2 --intervals 2 = 2 2.5 3
    output_times Plain.mo --stop 0 --intervals 1 = 0
}

tolerance() {
    for r in 1e-4 1e-10; do
        run 0 "$KRON" simulate Plain.mo --method cvode --stop 5 --tolerance $r --json
        cp "$TMP/out" $r.json
    done
    python3 - <<'END'
import json, math
rough, fine = (json.load(open(f)) for f in ("1e-4.json", "1e-10.json"))
exact = math.sin(50)/10
assert fine["steps"] > 2*rough["steps"]
assert abs(fine["final"]["x"] - exact) < 1e-7
assert abs(rough["final"]["x"] - exact) < 1e-2
END
    run 0 "$KRON" simulate Plain.mo --atol 1e-12 --tolerance 1e-9
}

all annotation defaults tolerance
