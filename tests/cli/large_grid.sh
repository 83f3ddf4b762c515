# Large systems that no fixed order of pivots solves (RX-16, Q-14): a grid of 2,500 nodes whose resistances change all the
# time. All equations are factored by KLU, those of the elements first, so that what fills up is the matrix of the nodes.
. "$ROOT/tests/cli/common"

G="$ROOT/bench/grid/Grid.mo:WarmGrid"
for m in 20 50; do
    run 0 "$KRON" structure "$G" --set m=$m --json
    cp out $m.json
done
run 0 "$KRON" simulate "$G" --set m=50 --stop 0.1 --intervals 2 --tolerance 1e-9 -o grid.csv

cat > check.py <<'EOF2'
import csv
import json
import math


def solution(m, t, load):
    """Potentials of the nodes by conjugate gradients: the conductances are 1/(1 + 0.1 sin t), 10 at the source; the
    potential of the last one is the load's."""
    n, g = m*m - 1, 1/(1 + 0.1*math.sin(t))
    near = [[j for j, is_near in ((k - m, k >= m), (k - 1, k % m), (k + 1, (k + 1) % m), (k + m, k + m <= n)) if is_near]
            for k in range(n)]
    x, r = [0.0]*n, [g*load if n in near[k] else 0.0 for k in range(n)]
    r[0] += 10*math.sin(2*math.pi*t + 1)
    p, rr = list(r), sum(e*e for e in r)
    least = 1e-32*rr
    while rr > least:
        p.append(0.0)  # of the last node
        q = [g*(len(near[k])*p[k] - sum([p[j] for j in near[k]])) for k in range(n)]
        q[0] += 10*p[0]
        a = rr/sum(u*v for u, v in zip(p, q))
        x = [u + a*v for u, v in zip(x, p)]
        r = [u - a*v for u, v in zip(r, q)]
        old, rr = rr, sum(e*e for e in r)
        p = [u + rr/old*v for u, v in zip(r, p)]
    return x + [load]


def name(m, k):
    i, j = divmod(k, m)
    return "right[%d,%d].%s.v" % (i + 1, j + 1 if j < m - 1 else j, "p" if j < m - 1 else "n")


m, worst = 50, 0
with open("grid.csv") as f:
    rows = [{k: float(x) for k, x in r.items()} for r in csv.DictReader(f)]
for r in rows:
    v = solution(m, r["time"], r["load.v"])
    worst = max([worst] + [abs(r[name(m, k)] - v[k]) for k in range(m*m)])
    g = 1/(1 + 0.1*math.sin(r["time"]))
    worst = max([worst] + [abs(r["down[%d,7].i" % i] - g*(v[(i - 1)*m + 6] - v[i*m + 6])) for i in range(1, m)])
assert len(rows) == 3 and worst < 1e-12, worst

per_node = []
for m in 20, 50:
    s = json.load(open("%d.json" % m))
    block = max(s["blocks"], key=lambda b: b["size"])
    assert block["solved"] == "klu" and block["pivots"] == "condensing", block["solved"]
    per_node.append(s["operations"]["total"]/(m*m))
assert per_node[1] < 1.1*per_node[0] and per_node[1] < 60, per_node
print("largest difference %.1e, %.1f operations a node" % (worst, per_node[1]))
EOF2
python3 check.py || fail "the grid"
