# `structure --json`: the promised fields, and each kind of block.
. "$ROOT/tests/cli/common"
cat > K.mo <<'END'
model K
  Real x(start = 1, fixed = true), alias = x, a, b, c(start = 1), d, m, e;
  Real u[12];
  Integer n(start = 0, fixed = true);
  Boolean open;
algorithm
  a := x;
  a := a + 1;
  b := 2*a;
equation
  der(x) = -x;
  c + exp(c) = x;
  d + e = x;
  d - x*e = 1;
  open = m > 0.5;
  m = x - (if open then 0.1 else 0.2)*m;
  2*u[1] - u[2] = x;
  for i in 2:11 loop
    2*u[i] - u[i - 1] - (1 + x)*u[i + 1] = x;
  end for;
  2*u[12] - u[11] = x;
  when x < 0.5 then
    n = pre(n) + 1;
  end when;
end K;
END
run 0 "$KRON" structure K.mo --json
[ ! -s "$TMP/err" ] || fail "messages"
python3 - "$TMP/out" <<'END'
import json, sys
s = json.load(open(sys.argv[1]))
assert s["schema"] == 1 and s["model"] == "K"
# 1 + 1 (alias) + 2 (algorithm) + der, c, d, e, open, m, n = 11, and u
assert s["equations"] == s["unknowns"] == 11 + 12, (s["equations"], s["unknowns"])
assert s["aliases"] >= 1
assert s["states"] == ["x"]
assert s["state_sets"] == [] and s["differentiated"] == []
kinds = {"explicit", "linear", "nonlinear", "mixed", "discrete", "algorithm"}
solved = {"symbolic", "lu", "klu", "newton"}
def check(b):
    assert b["kind"] in kinds and b["solved"] in solved, b
    assert b["size"] == len(b["unknowns"]) >= 1, b
    assert b["iteration"] == len(b["tearing"]) == len(b["residuals"]) <= b["size"], b
    assert set(b["tearing"]) <= set(b["unknowns"]), b
    assert isinstance(b["relaxed"], list)
    for inner in b["blocks"]:
        check(inner)
for b in s["blocks"] + s["initial"]:
    check(b)
def block(name):
    found = [b for b in s["blocks"] if name in b["unknowns"]]
    assert len(found) == 1, (name, found)
    return found[0]
assert block("der(x)")["kind"] == "explicit" and block("der(x)")["solved"] == "symbolic"
assert block("a") is block("b") and block("a")["kind"] == "algorithm"
assert set(block("a")["unknowns"]) == {"a", "b"}
assert block("c")["kind"] == "nonlinear" and block("c")["solved"] == "newton"
assert block("c")["iteration"] == 1
assert block("d") is block("e") and block("d")["kind"] == "linear"
assert block("d")["solved"] == "symbolic" and block("d")["size"] == 2
assert block("u[1]") is block("u[12]") and block("u[1]")["kind"] == "linear"
assert block("u[1]")["size"] == 12 and block("u[1]")["solved"] in ("lu", "klu", "symbolic")
assert block("m") is block("open") and block("m")["kind"] == "mixed"
assert block("n")["kind"] == "discrete", block("n")["kind"]
o = s["operations"]
assert all(isinstance(o[k], int) for k in ("add", "mul", "div", "call", "total"))
assert o["total"] == o["add"] + o["mul"] + o["div"] + o["call"] > 0
assert any("x" in b["unknowns"] for b in s["initial"])
END

# With --method the inlined system is to be described; the methods of SUNDIALS inline nothing.
cp "$TMP/out" plain.json
run 0 "$KRON" structure K.mo --json --method ida
cmp "$TMP/out" plain.json

# The index: what must be differentiated, and whether anything is algebraic (DS-10: the pendulum has 3).
index() {
    run 0 "$KRON" structure "$1" --json
    prints "\"index\": $2,"
}
index "$ROOT/examples/papers/PendulumCartesian.mo" 3
index "$ROOT/examples/papers/TumblingBody.mo" 2
index "$ROOT/examples/SeriesResonance.mo" 1
printf 'model O\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n  der(x) = v;\n  der(v) = -x;\nend O;\n' > O.mo
index O.mo 0
run 0 "$KRON" structure "$ROOT/examples/papers/PendulumCartesian.mo"
prints 'index 3'

# Two unknowns of a Newton iteration: the matrix takes a multiplication, a subtraction and a division, the right-hand
# side two multiplications, two subtractions and two divisions; the residuals four and two, and two calls.
printf 'model N\n  Real x(start = 1), y(start = 2);\nequation\n  sin(x)*y + x*x*y = time;\n  cos(y)*x - y*y*x = 1;\nend N;\n' > N.mo
run 0 "$KRON" structure N.mo --json
python3 - "$TMP/out" <<'END' || fail "the factorisation is not counted"
import json, sys
b = json.load(open(sys.argv[1]))["blocks"][0]
assert b["iteration"] == 2, b
assert b["operations"]["div"] == 3, b["operations"]
END

# RX-41: what relaxing leaves of the circuit; and the operations of the drive train (Q-8).
run 0 "$KRON" structure "$ROOT/examples/papers/excerpt.dym" --json
python3 - "$TMP/out" <<'END' || fail "the remaining system"
import json, sys
b = [b for b in json.load(open(sys.argv[1]))["blocks"] if b["size"] > 1][0]
left = b["remaining"]
x = left["unknowns"]
rows = [(dict(zip(x, r["entries"])), r["rhs"]) for r in left["rows"]]
assert len(x) == len(rows) == 5 and "der(C2.u)" in b["relaxed"], b
v1, v2, v3, v4 = "R1.Vp", "G2.Vp", "R3.Vp", "R1.Vn"
assert ({"der(C2.u)": "0", v1: "0", v2: "1", v3: "0", v4: "-1"}, "C2.u") in rows, rows
assert ({"der(C2.u)": "C2.C", v1: "1/R1.R", v2: "0", v3: "1/R3.R", v4: "-1/R1.R - 1/R3.R"}, "0") in rows, rows
END
run 0 "$KRON" structure "$ROOT/examples/papers/drive.dym" --json
python3 - "$TMP/out" <<'END' || fail "the operations of the drive train"
import json, sys
s = json.load(open(sys.argv[1]))["listing"]["relaxed"]
assert s == {"total": 10, "systems": [{"size": 4, "torn": 0, "operations": 10}]}, s
END

# An algorithm stands with each of its unknowns, but not with the names of all others.
cat > Many.mo <<'END'
model Many
  discrete Real x[1000](each start = 0, each fixed = true);
algorithm
  when sample(1, 1) then
    for i in 1:1000 loop
      x[i] := pre(x[i]) + i*time;
    end for;
  end when;
end Many;
END
run 0 "$KRON" structure Many.mo --json
prints 'algorithm for x[1], x[2],'
prints 'x[19] and 981 more'
[ "$(wc -c < "$TMP/out")" -lt 2000000 ] || fail "the text grows with the square of the unknowns"

# The index counts equations a = b, too, which are eliminated and not differentiated: index of MODEL.
index() {
    printf 'model I %s end I;\n' "$1" > I.mo
    run 0 "$KRON" structure I.mo --json
    python3 -c 'import json, sys; i = json.load(open(sys.argv[1]))["index"]; assert i == int(sys.argv[2]), (i, sys.argv[2])' "$TMP/out" "$2"
}
coupled='Real s1, v1(start = 0), s2(start = 0), v2(start = 0), f; equation der(s1) = v1; der(v1) = 1 - f; der(s2) = v2; 2*der(v2) = f;'
index "$coupled s1 = s2;" 3
index "$coupled v1 = -v2;" 2
index "$coupled f = s1 - s2;" 1
index 'Real u1(start = 0), u2(start = 0), i1, i2; equation der(u1) = i1; 2*der(u2) = i2; i1 + i2 = 1 - u1; u1 = u2;' 2
index 'Real x(start = 1); equation der(x) = -x;' 0
