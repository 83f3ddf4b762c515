# FM-94: steam.dym at rest: the flows by the pressures, the temperatures by four heat balances, solved
# here by hand elimination.
"$KRON" simulate "$ROOT/examples/papers/steam.dym" --set pw=5 --set Tw=290 --set ps=3 --set Ts=600 \
    --stop 2000 --tolerance 1e-9 --json --vars '*' > r.json
python3 - <<'EOF'
import json
from fractions import Fraction as F
v = json.load(open("r.json"))["final"]
ww, ws = F(5 - 1, 2 + 2), F(3 - 1, 1)                       # pressure drops over two exchangers in series
cw, cs, kA = F(42, 10)*ww, F(2)*ws, F(5)
# water: 290 -> E1 -> E2; steam: 600 -> E2 -> E1; unknowns Tw1, Ts1, Tw2, Ts2
A = [[-cw - kA, kA, 0, 0, -cw*290], [kA, -cs - kA, 0, cs, 0],
     [cw, 0, -cw - kA, kA, 0], [0, 0, kA, -cs - kA, -cs*600]]
A = [[F(x) for x in row] for row in A]
for k in range(4):
    p = next(i for i in range(k, 4) if A[i][k])
    A[k], A[p] = A[p], A[k]
    for i in range(4):
        if i != k:
            f = A[i][k]/A[k][k]
            A[i] = [a - f*b for a, b in zip(A[i], A[k])]
x = [float(A[i][4]/A[i][i]) for i in range(4)]
got = [v["E1.Tw"], v["E1.Ts"], v["E2.Tw"], v["E2.Ts"]]
assert all(abs(a - b) < 1e-5 for a, b in zip(x, got)), (x, got)
assert abs(v["E1.ww"] - float(ww)) < 1e-12 and abs(v["E2.ws"] - float(ws)) < 1e-12
assert v["yw"] == v["E2.Tw"] and v["ys"] == v["E1.Ts"]
EOF
