# `simulate --json`: one object on the output, with the fields that are promised.
. "$ROOT/tests/cli/common"
cat > J.mo <<'END'
model J
  parameter Real p = 2;
  Real 'quoted "name" \\\\'(start = 1, fixed = true);
  Real x(start = 0, fixed = true), y = -x, big;
  Integer n(start = 0, fixed = true);
  Boolean b = x > 0.55;
equation
  der('quoted "name" \\\\') = -1;
  der(x) = 1;
  big = 1e300*(1 + x);
  when sample(0.25, 0.5) then
    n = pre(n) + 1;
  end when;
end J;
END

fields() {
    for method in cvode ida; do
        run 0 "$KRON" simulate J.mo --json --start 0 --stop 2 --method $method
        [ ! -s "$TMP/err" ] || fail "messages"
        python3 - "$TMP/out" $method <<'END'
import json, sys
s = json.load(open(sys.argv[1], encoding="utf-8"))
assert s["schema"] == 1
assert s["model"] == "J"
assert s["method"] == sys.argv[2]
assert s["start"] == 0 and s["stop"] == 2
for k in ("steps", "rejected", "evaluations", "jacobians", "newton_iterations", "time_events",
          "state_events", "state_switches"):
    assert isinstance(s[k], int) and s[k] >= 0, k
assert s["steps"] > 0 and s["evaluations"] > 0
assert s["time_events"] == 4, s["time_events"]     # 0.25, 0.75, 1.25, 1.75
assert s["state_events"] == 1, s["state_events"]   # x > 0.55
assert s["state_switches"] == 0
t = s["seconds"]
parts = ("load", "flatten", "structure", "code", "simulate")
for k in parts + ("total",):
    assert isinstance(t[k], float) and t[k] >= 0, k
assert abs(t["total"] - sum(t[k] for k in parts)) < 1e-4
f = s["final"]
assert abs(f["x"] - 2) < 1e-6 and abs(f["y"] + 2) < 1e-6
assert f["n"] == 4 and f["b"] == 1
assert abs(f["big"]/3e300 - 1) < 1e-6
assert "p" not in f
assert [k for k in f if "quoted" in k], f.keys()
END
    done
}

chosen() {
    run 0 "$KRON" simulate J.mo --json --vars x --vars p
    python3 - "$TMP/out" <<'END'
import json, sys
f = json.load(open(sys.argv[1]))["final"]
assert set(f) == {"x", "p"}, f
assert f["p"] == 2
END
}

with_plot() { # the object stays readable, whatever else is asked for
    run 0 "$KRON" simulate J.mo --json --quiet
    python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$TMP/out"
}

starts() { # what became of every start value, also of what the equations make a number
    cat > S.mo <<'END'
model S
  Real x(start = 0.3), y(start = 0.7), u(start = 1);
equation
  x = 0.3;
  y = 0.5;
  der(u) = -u*x;
end S;
END
    run 0 "$KRON" simulate S.mo --json
    python3 - "$TMP/out" <<'END'
import json, sys
of = {s["name"]: s["state"] for s in json.load(open(sys.argv[1]))["start_values"]}
assert of == {"x": "used", "y": "overruled", "u": "used"}, of
END
}

all fields chosen starts with_plot
