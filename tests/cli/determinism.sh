# Two runs are equal, byte by byte; so are those from another folder and with another environment.
. "$ROOT/tests/cli/common"
twice() {
    for model in "$ROOT"/examples/*.mo "$ROOT/tests/sim/NonlinearPair.mo" "$ROOT/tests/sim/LinearMedium.mo"; do
        for method in cvode ida; do
            run 0 "$KRON" simulate "$model" --method $method -o a.csv
            ( cd / && HOME=/nonexistent LC_ALL=C MALLOC_PERTURB_=85 "$KRON" simulate "$model" \
                --method $method -o "$TMP/b.csv" > /dev/null )
            cmp a.csv b.csv
        done
        run 0 "$KRON" structure "$model" --json
        cp "$TMP/out" one
        MALLOC_PERTURB_=85 "$KRON" structure "$model" --json > two
        cmp one two
        "$KRON" flatten "$model" > one
        MALLOC_PERTURB_=85 "$KRON" flatten "$model" > two
        cmp one two
    done
}
choice_of_columns() { # what is written does not change what is computed
    M="$ROOT/examples/SeriesResonance.mo"
    "$KRON" simulate "$M" --quiet --vars c.v -o a.csv
    "$KRON" simulate "$M" --quiet -o b.csv
    python3 - <<'END'
import csv
a, b = (list(csv.reader(open(f))) for f in ("a.csv", "b.csv"))
k = b[0].index("c.v")
assert a[0] == ["time", "c.v"]
assert a == [[r[0], r[k]] for r in b]
END
}
locale() { # numbers have points
    LC_ALL=de_DE.UTF-8 "$KRON" simulate "$ROOT/examples/SeriesResonance.mo" --quiet -o a.csv
    "$KRON" simulate "$ROOT/examples/SeriesResonance.mo" --quiet -o b.csv
    cmp a.csv b.csv
}
all twice choice_of_columns locale
