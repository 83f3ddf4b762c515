# kron list: models and result files, as text and as JSON.
. "$ROOT/tests/cli/common"

cat > "$TMP/M.mo" <<'EOF'
model M
  parameter Real k(unit = "1/s") = 2 "Rate";
  parameter Integer n = 3;
  parameter Boolean on = true;
  parameter String title = "a \"b\"";
  constant Real c = 4;
  input Real u;
  output Real y(unit = "m") = 2*x "Twice";
  Real x(start = 5, fixed = true, unit = "m");
  Real z = x;
  Boolean high = x > 3;
protected
  Real hidden = x + u;
equation
  der(x) = -k*x + u;
end M;
EOF

# field NAME FIELD EXPECTED: of a variable in the JSON
field() {
    python3 - "$TMP/out" "$@" <<'EOF' || fail "$1.$2 is not $3"
import json, sys
d = json.load(open(sys.argv[1]))
v = {x["name"]: x for x in d["variables"]}[sys.argv[2]]
assert d["schema"] == 1 and v[sys.argv[3]] == json.loads(sys.argv[4]), v
EOF
}

text() {
    run 0 "$KRON" list "$TMP/M.mo"
    python3 - "$TMP/out" <<'EOF' || fail "the table"
import sys
sections, at = {}, None
for line in open(sys.argv[1]):
    if not line.startswith(" "):
        at = line.strip()
    else:
        sections.setdefault(at, []).append(line.split(None, 4))
names = {s: [r[0] for r in rows] for s, rows in sections.items()}
assert names["inputs"] == ["u"] and names["outputs"] == ["y"] and names["states"] == ["x"], names
assert names["parameters"] == ["k", "n", "on", "title"] and names["constants"] == ["c"], names
assert set(names["variables"]) == {"z", "high", "hidden", "der(x)"}, names
rows = {r[0]: [x.strip() for x in r] for s in sections.values() for r in s}
assert rows["k"] == ["k", "Real", "2", "1/s", "Rate"], rows["k"]
assert rows["x"] == ["x", "Real", "5", "m"] and rows["on"][2] == "true" and rows["n"][:3] == ["n", "Integer", "3"], rows
EOF
    run 0 "$KRON" list "$TMP/M.mo" --vars 'k' --set k=7
    prints "7"
    lacks out title
    run 2 "$KRON" list "$TMP/M.mo" --vars nothing
    says "no variable matches \`nothing\`"
    run 1 "$KRON" list "$TMP/no.mo"
    run 2 "$KRON" list "$TMP/M.mo" "$TMP/M.mo"
    run 2 "$KRON" list "$TMP/M.mo" -o "$TMP/M.mo"
    grep -q "model M" "$TMP/M.mo" || fail "the model was overwritten"
}

json() {
    run 0 "$KRON" list "$TMP/M.mo" --json
    field k kind '"parameter"'
    field k value 2
    field u causality '"input"'
    field y causality '"output"'
    field title value '"a \"b\""'
    field on value true
    field x start 5
    field x alias false
    field z alias true
    field z kind '"state"'
    field hidden protected true
    field y description '"Twice"'
    field x value null
}

result() {
    for file in "$TMP/r.csv" "$TMP/r.mat"; do
        run 0 "$KRON" simulate "$TMP/M.mo" --stop 1 -o "$file"
        run 0 "$KRON" list "$file"
        prints "over time"
        run 0 "$KRON" list "$file" --json --vars x
        field x max 5
        field x first 5
        python3 - "$TMP/out" <<'EOF' || fail "the last value"
import json, math, sys
d = json.load(open(sys.argv[1]))
assert abs(d["variables"][0]["last"] - 5*math.exp(-2)) < 1e-4 and d["stop"] == 1, d
EOF
    done
    run 0 "$KRON" list "$TMP/r.mat" --vars k --json
    field k constant true
    field k last 2
    run 2 "$KRON" list "$TMP/r.csv" --vars nothing
    echo nonsense > "$TMP/bad.csv"
    run 1 "$KRON" list "$TMP/bad.csv"
    says "cannot read"
}

all text json result
