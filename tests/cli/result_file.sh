# The CSV file: names, quoting, rows at events, what is in it, what --vars chooses.
. "$ROOT/tests/cli/common"
cat > R.mo <<'END'
model R
  parameter Real p = 4;
  parameter String text = "abc";
  constant Real c = 5;
  type E = enumeration(one, two);
  model Sub
    Real v = 2*time;
  protected
    Real hidden = 3*time;
  end Sub;
  Sub sub, subs[2];
  Real x(start = 0, fixed = true), a[2, 2], same, minus, fixed, viaParameter, zero;
  Integer n = if time > 0.5 then 2 else 1;
  Boolean b = time > 0.5;
  E e = if time > 0.5 then E.two else E.one;
equation
  der(x) = 1;
  a = {{1, 2}, {3, 4}}*x;
  same = x;
  minus = -x;
  fixed = 7;
  viaParameter = p;
  zero = 0;
end R;
END

header() {
    run 0 "$KRON" simulate R.mo -o r.csv --intervals 4
    head -1 r.csv | grep -q '^time,' || fail "time is not first"
    grep -qF '"a[1,2]"' r.csv || fail "a[1,2] is not quoted"
    python3 - <<'END'
import csv
rows = list(csv.reader(open("r.csv")))
names = rows[0]
assert all(len(r) == len(names) for r in rows)
assert len(names) == len(set(names)), "a name twice"
for n in ("time", "x", "a[1,1]", "a[2,2]", "sub.v", "sub.hidden", "subs[2].v", "same", "minus", "n",
          "b", "e", "viaParameter"):
    assert n in names, n
for n in ("p", "c", "text"):
    assert n not in names, n
col = {n: [float(r[i]) for r in rows[1:]] for i, n in enumerate(names)}
for k, t in enumerate(col["time"]):
    assert abs(col["x"][k] - t) < 1e-6 and col["same"][k] == col["x"][k] == -col["minus"][k]
    assert abs(col["a[2,1]"][k] - 3*t) < 1e-5 and abs(col["subs[1].hidden"][k] - 3*t) < 1e-12
    assert col["viaParameter"][k] == 4
t = [round(x, 9) for x in col["time"]]
assert t[0] == 0 and t[-1] == 1
assert sorted(set(t)) == [0, 0.25, 0.5, 0.75, 1], t
assert t.count(0.5) in (2, 3), t                   # before and after the event
assert col["b"] == [0.0]*(len(t) - 3) + [1.0]*3, col["b"]
assert col["n"] == [1 + b for b in col["b"]] == col["e"]
END
}

constants() {
    run 0 "$KRON" simulate R.mo -o r.csv --intervals 4
    python3 - <<'END'
import csv
rows = list(csv.reader(open("r.csv")))
for name, value in (("fixed", 7), ("zero", 0)):
    assert name in rows[0], name
    assert all(float(r[rows[0].index(name)]) == value for r in rows[1:])
END
}

# columns GLOB... = NAMES
columns() {
    args=
    while [ "$1" != = ]; do
        args="$args --vars $1"
        shift
    done
    shift
    set -f
    run 0 "$KRON" simulate R.mo -o r.csv --intervals 2 $args
    set +f
    python3 - "$@" <<'END' || fail "$args"
import csv, sys
names = next(csv.reader(open("r.csv")))
assert sorted(names) == sorted(["time"] + sys.argv[1:]), names
END
}

globs() {
    columns x = x
    columns x same = x same
    columns 'a[1,?]' = 'a[1,1]' 'a[1,2]'
    columns 'a[*' = 'a[1,1]' 'a[1,2]' 'a[2,1]' 'a[2,2]'
    columns 'subs[2].*' = 'subs[2].v' 'subs[2].hidden'
    columns '*.v' = sub.v 'subs[1].v' 'subs[2].v'
    columns '?' = x n b e p c
    columns p = p
    run 2 "$KRON" simulate R.mo --vars 'subs[12].v'   # no set of characters
    run 2 "$KRON" simulate R.mo --vars 'SAME'
    columns 'der(x)' = 'der(x)'
}

no_strings() {
    run 0 "$KRON" simulate R.mo -o r.csv --vars '*' --intervals 2
    ! grep -q text r.csv || fail "a String column"
}

names_of_files() {
    run 0 "$KRON" simulate R.mo -o /dev/null
    run 0 "$KRON" simulate R.mo -o result
    head -1 result | grep -q '^time,' || fail "a name without suffix is not CSV"
    run 0 "$KRON" simulate R.mo -o=equal.csv
    [ -s equal.csv ]
    rm -f *.csv
    run 0 "$KRON" simulate R.mo
    ! ls | grep -q csv || fail "a file that nobody asked for"
}

unwritable() {
    run 3 "$KRON" simulate R.mo -o /dev/full
    says /dev/full
    run 1 "$KRON" translate R.mo --to fmu3 -o /dev/full
    says '`/dev/full` cannot be written: No space left'
    for path in no/such/folder/r.csv .; do
        got=0
        "$KRON" simulate R.mo -o $path > "$TMP/out" 2> "$TMP/err" || got=$?
        case $got in
        2 | 3) ;;
        *) fail "status $got" ;;
        esac
        says "$path"
    done
}

full_output() { # what is asked for on the standard output is lost too
    for command in 'simulate --json' structure 'structure --json' flatten 'simulate --dump=load'; do
        got=0
        "$KRON" $command R.mo > /dev/full 2> "$TMP/err" || got=$?
        [ $got != 0 ] || fail "$command > /dev/full: status 0"
        says 'No space left'
    done
}

limited() { # a limit on the size of files is as good as a full disk
    got=0
    (ulimit -f 8 && "$KRON" simulate R.mo --intervals 100000 -o limited.csv 2> "$TMP/err") || got=$?
    [ $got = 3 ] || fail "status $got instead of 3"
    says 'limited.csv'
}

all header constants globs no_strings names_of_files unwritable full_output limited
