# Q-11, RX-54, RX-55: a joint with its bars and its body is a block of 25 equations, torn for the acceleration of the
# joint; Q-14: how sparse the system is. With and without the marks the accelerations are those of a dense solution.
. "$ROOT/tests/cli/common"
cat > make.py <<'END'
import random
r = random.Random(3)
def matrix(rows): return "[" + "; ".join(", ".join("%.4f" % x for x in row) for row in rows) + "]"
def full(scale): return [[(1 if i == j else 0) + scale*r.uniform(-1, 1) for j in range(6)] for i in range(6)]
G = full(0.3)
I = [[sum(G[k][i]*G[k][j] for k in range(6)) + (1 if i == j else 0) for j in range(6)] for i in range(6)]
C = [full(0.2) for _ in range(3)]
n = [[r.uniform(-1, 1) for _ in range(6)] for _ in range(2)]
out = ["model Units", "  parameter Real I[6,6] = %s;" % matrix(I)]
out += ["  parameter Real C%d[6,6] = %s;" % (k + 2, matrix(C[k])) for k in range(3)]
out += ["  parameter Real n[2,6] = %s;" % matrix(n), """
  Real w[2](each start = 0, each fixed = true), z[2];
  Real a1[3,6], a2[2,6], a3[2,6], f1[3,6], f2[2,6], f3[2,6];
equation
  a1[1,:] = {0.1, -0.2, 0.3, 9.81, 0.5, -0.4};
  f1[3,:] = zeros(6);
  for k in 1:2 loop
    der(w[k]) = z[k];
    I*a3[k,:] = f3[k,:] + {0.3, 0.2, -0.1, 0, 0, 0};
    a3[k,:] = C3*a2[k,:] + {0, 0, 0, 0.1*k, 0.2, 0.3};
    f2[k,:] = transpose(C3)*f3[k,:] + transpose(C4)*f1[k+1,:];
    a2[k,:] = C2*Kron.relax(a1[k,:]) + n[k,:]*z[k] + {0.2, 0.1, 0, 0, 0, 0};
    n[k,:]*f2[k,:] = 0.7*k + Kron.residue(z[k]);
    a1[k+1,:] = C4*a2[k,:] + {0, 0, 0, 0.4, 0.1, 0.2};
    f1[k,:] = transpose(C2)*f2[k,:];
  end for;
end Units;"""]
open("Units.mo", "w").write("\n".join(out) + "\n")
# The same by hand: z0 = 0 and unit accelerations give the two equations n*f2 = tau
def mul(A, x): return [sum(a*b for a, b in zip(row, x)) for row in A]
def tr(A): return [list(c) for c in zip(*A)]
def add(*v): return [sum(x) for x in zip(*v)]
def rounded(A): return [[float("%.4f" % x) for x in row] for row in A]
I, n, C = rounded(I), rounded(n), [rounded(c) for c in C]
def residual(z):
    a = [0.1, -0.2, 0.3, 9.81, 0.5, -0.4]; f3 = []
    for k in range(2):
        a2 = add(mul(C[0], a), [x*z[k] for x in n[k]], [0.2, 0.1, 0, 0, 0, 0])
        a3 = add(mul(C[1], a2), [0, 0, 0, 0.1*(k + 1), 0.2, 0.3])
        f3.append(add(mul(I, a3), [-0.3, -0.2, 0.1, 0, 0, 0]))
        a = add(mul(C[2], a2), [0, 0, 0, 0.4, 0.1, 0.2])
    f1, out = [0]*6, [0, 0]
    for k in (1, 0):
        f2 = add(mul(tr(C[1]), f3[k]), mul(tr(C[2]), f1))
        out[k] = sum(x*y for x, y in zip(n[k], f2)) - 0.7*(k + 1)
        f1 = mul(tr(C[0]), f2)
    return out
r0 = residual([0, 0]); c0 = [x - y for x, y in zip(residual([1, 0]), r0)]; c1 = [x - y for x, y in zip(residual([0, 1]), r0)]
det = c0[0]*c1[1] - c1[0]*c0[1]
print(-(r0[0]*c1[1] - c1[0]*r0[1])/det, -(c0[0]*r0[1] - r0[0]*c0[1])/det)
END
python3 make.py > want || fail "make.py"
run 0 "$KRON" structure Units.mo --json
python3 - "$TMP/out" <<'END' || fail "diagonal blocks"
import json, sys
b = [b for b in json.load(open(sys.argv[1]))["blocks"] if b["size"] > 25][0]
diagonal = sorted((x["size"], len(x["unknowns"]), x["tearing"]) for x in b["diagonal"])
assert diagonal == [(25, 25, ["der(w[1])"]), (25, 25, ["der(w[2])"])], diagonal
assert b["iteration"] == 0 and b["solved"] == "symbolic", b["solved"]
assert 0.05 < b["density"] < 0.15, b["density"]
END
run 0 "$KRON" structure "$ROOT/tests/sim/NoCapacity.mo" --json # a call with several results in a system
grep -q '"density": 0' "$TMP/out" || fail "density with calls"
run 0 "$KRON" structure Units.mo
grep -q 'relaxed form: 2 blocks of 25 equations, torn for der(w\[[12]\]); der(w\[[12]\])' "$TMP/out" || fail "text"
for relax in on off; do
    run 0 "$KRON" simulate Units.mo --stop 0 --json --vars 'der(w*)' --relax $relax
    python3 -c '
import json, sys
got, want = json.load(open(sys.argv[1]))["final"], [float(x) for x in open("want").read().split()]
assert all(abs(got["der(w[%d])" % (k + 1)] - want[k]) < 1e-10*abs(want[k]) for k in range(2)), (got, want)' "$TMP/out" || fail "values, relax $relax"
done
