# 0 good, 1 the model is wrong, 2 usage, 3 the run failed; what is missing is named.
. "$ROOT/tests/cli/common"
cat > good.mo <<'END'
model Good
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Good;
END
cat > wrong.mo <<'END'
model Wrong
  Real x, y;
equation
  x = 1;
  y = xx;
end Wrong;
END
printf 'model Broken\n  Real x;\nequation\n  x = ;\nend Broken;\n' > broken.mo
cat > fails.mo <<'END'
model Fails
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(time < 0.5, "no further");
end Fails;
END

good() {
    for command in parse check flatten structure simulate; do
        run 0 "$KRON" $command good.mo
        [ ! -s "$TMP/err" ] || fail "messages for a good model"
        [ -s "$TMP/out" ] || fail "no output"
    done
}

wrong_model() {
    for command in check flatten structure simulate; do
        run 1 "$KRON" $command wrong.mo
        says 'wrong.mo:5:7: error:'
        says '`xx`'
        [ ! -s "$TMP/out" ] || fail "output for a wrong model"
        run 1 "$KRON" $command broken.mo
        says 'broken.mo:4:7: error:'
    done
    run 0 "$KRON" parse wrong.mo
    run 1 "$KRON" parse broken.mo
    run 1 "$KRON" check good.mo wrong.mo good.mo
    prints good.mo
}

missing() {
    for command in check flatten structure simulate; do
        run 1 "$KRON" $command nofile.mo
        says nofile.mo
        run 1 "$KRON" $command No.Such.Class
        says 'No'
        run 1 "$KRON" $command good.mo:Goood
        says '`Goood`'
        says 'did you mean `Good`?'
    done
    run 1 "$KRON" parse nofile.mo
    says nofile.mo
    run 1 "$KRON" simulate ''
    : > empty.mo
    run 1 "$KRON" simulate empty.mo
    says empty.mo
}

run_fails() {
    run 3 "$KRON" simulate fails.mo -o r.csv --json
    says 'no further'
    says 'fails.mo:5'
    python3 - "$TMP/out" r.csv <<'END'
import csv, json, sys
stats = json.load(open(sys.argv[1]))
rows = list(csv.reader(open(sys.argv[2])))
assert abs(stats["stop"] - 0.5) < 1e-6, stats["stop"]
assert abs(float(rows[-1][0]) - 0.5) < 0.003, rows[-1]  # the result up to there is kept
assert all(abs(float(t) - float(x)) < 1e-6 for t, x, d in rows[1:])
END
}

# A loop ends when its errors are too many to be read (it hung, and took gigabytes).
many_errors() {
    cat > many.mo <<'END'
connector P
  Real v;
  flow Real i;
end P;
model R
  P p;
end R;
model Many
  R x[1];
equation
  for i in 1:99999999 loop
    connect(x[i].p, x[i + 1].p);
  end for;
end Many;
END
    (sanitized || { ulimit -v 500000; ulimit -t 5; }; "$KRON" check many.mo > "$TMP/out" 2> "$TMP/err"; [ $? = 1 ]) || fail "it does not end"
    says 'subscript 2 of `x` in `connect` is outside 1 .. 1 where i is 1'
}

all good wrong_model missing run_fails many_errors
