# Linear differential-algebraic equations made from their Kronecker form, E*der(x) = A*x + S*g(t), mixed by random
# matrices so that constraints are hidden in combinations of equations; the solution is known.
. "$ROOT/tests/cli/common"

cat > kronecker.py <<'EOF'
import math, random, subprocess, sys

kron, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def times(a, b):
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]


def unit(n):
    return [[float(i == j) for j in range(n)] for i in range(n)]


def number(x):
    return str(int(round(x))) if abs(x - round(x)) < 1e-12 else repr(round(x, 12))


def matrix(a):
    return "[" + "; ".join(", ".join(number(x) for x in r) for r in a) + "]"


def sum_of(r, text):
    return " + ".join("(%s)*%s" % (number(x), text % (k + 1)) for k, x in enumerate(r) if abs(x) > 1e-12) or "0"


def one(seed):
    r = random.Random(seed)
    rates = [r.choice([-1, -2, -0.5]) for _ in range(r.randint(1, 2))]  # y' = rate*y
    chains = [r.randint(1, 3) for _ in range(r.randint(1, 2))]          # y[k+1]' = y[k] + g[k], 0 = y[last] + g[last]
    n, at = len(rates) + sum(chains), len(rates)
    e, a = ([[0.0] * n for _ in range(n)] for _ in range(2))
    g = [None] * n
    for i, rate in enumerate(rates):
        e[i][i], a[i][i] = 1, rate
    for length in chains:
        for k in range(at, at + length):
            if k < at + length - 1:
                e[k][k + 1] = 1
            a[k][k] = 1
            g[k] = (r.choice([1, -1, 0.5]), r.choice([1, 2]))
        at += length
    into, back, s = unit(n), unit(n), unit(n)  # y = into*x, x = back*y
    for _ in range(r.randint(2, 6)):
        i, j = r.sample(range(n), 2)
        c = r.choice([1, -1, 2])
        for k in range(n):
            into[i][k] += c * into[j][k]
            back[k][j] -= c * back[k][i]
    factors = r.choice([[1, -1, 2], [0.3, -0.7, 1.5, 0.1]])
    for _ in range(r.randint(2, 6)):
        i, j = r.sample(range(n), 2)
        c = r.choice(factors)
        s[i] = [x + c * y for x, y in zip(s[i], s[j])]
    e, a = times(times(s, e), into), times(times(s, a), into)
    begin = [round(r.uniform(-1, 1), 3) for _ in rates]
    text = "model T\n  Real x[%d], g[%d] = {%s};\n" % (
        n, n, ", ".join("0" if q is None else "%g*sin(%g*time)" % q for q in g))
    if r.random() < 0.5:
        text += "  parameter Real E[:, :] = %s, A[:, :] = %s, S[:, :] = %s;\nequation\n  E*der(x) = A*x + S*g;\n" % (
            matrix(e), matrix(a), matrix(s))
    else:
        text += "equation\n" + "".join("  %s = %s + %s;\n" % (sum_of(e[i], "der(x[%d])"), sum_of(a[i], "x[%d]"),
                                                             sum_of(s[i], "g[%d]")) for i in range(n))
    text += "initial equation\n" + "".join("  %s = %r;\n" % (sum_of(into[i], "x[%d]"), b) for i, b in enumerate(begin))
    open("t.mo", "w").write(text + "end T;\n")
    run = subprocess.run([kron, "simulate", "t.mo", "--stop", "1", "--tolerance", "1e-9", "-o", "t.csv", "--quiet"],
                         capture_output=True, text=True)
    if run.returncode:
        return run.stderr
    lines = open("t.csv").read().splitlines()
    got = dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))
    y, at = [b * math.exp(rate) for b, rate in zip(begin, rates)], len(rates)
    for length in chains:
        for k in range(at, at + length):
            y.append(-sum(g[j][0] * g[j][1] ** (j - k) * math.sin(g[j][1] + (j - k) * math.pi / 2)
                          for j in range(k, at + length)))
        at += length
    for i in range(n):
        x = sum(p * q for p, q in zip(back[i], y))
        if abs(got["x[%d]" % (i + 1)] - x) > 1e-5 * max(1, abs(x)):
            return "x[%d] = %r, not %r" % (i + 1, got["x[%d]" % (i + 1)], x)


for seed in range(first, first + count):
    wrong = one(seed)
    if wrong:
        sys.exit("seed %d: %s\n%s" % (seed, wrong, open("t.mo").read()))
EOF
python3 kronecker.py "$KRON" 1 40 || fail kronecker

# The same equations in y, of which y[i] = x[i] + c*f(x[j]) one after the other: coefficients vary, their combinations
# do not.
cat > nonlinear.py <<'EOF'
import math, random, subprocess, sys

kron, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
FUNCTIONS = {"(%s)^2": lambda x: x * x, "sin(%s)": math.sin, "(%s)": lambda x: x}


def one(seed):
    r = random.Random(seed)
    rates = [r.choice([-1, -2, -0.5]) for _ in range(r.randint(1, 2))]
    chains = [r.randint(1, 3) for _ in range(r.randint(1, 2))]
    n = len(rates) + sum(chains)
    g = {k: (r.choice([1, -1, 0.5]), r.choice([1, 2])) for k in range(len(rates), n)}
    ends, at = [], len(rates)
    for length in chains:
        ends += [at + length] * length
        at += length
    moves = [r.sample(range(n), 2) + [r.choice([0.3, -0.5, 0.2]), r.choice(list(FUNCTIONS))] for _ in range(r.randint(1, 3))]
    y = ["x[%d]" % (i + 1) for i in range(n)]
    for i, j, c, f in moves:
        y[i] = "(%s + (%g)*%s)" % (y[i], c, f % y[j])
    zero = ["der(%s) - (%g)*%s" % (y[i], rate, y[i]) for i, rate in enumerate(rates)]
    for k, end in zip(range(len(rates), n), ends):
        zero.append(("der(%s) - " % y[k + 1] if k + 1 < end else "-") + "(%s + (%g)*sin(%g*time))" % ((y[k],) + g[k]))
    s = [[float(i == j) for j in range(n)] for i in range(n)]
    for _ in range(r.randint(1, 4)):
        i, j = r.sample(range(n), 2)
        c = r.choice([1, -1, 2, 0.3])
        s[i] = [p + c * q for p, q in zip(s[i], s[j])]
    begin = [round(r.uniform(-1, 1), 3) for _ in rates]

    def solution(t):
        x = [b * math.exp(rate * t) for b, rate in zip(begin, rates)]
        for k, end in zip(range(len(rates), n), ends):
            x.append(-sum(g[j][0] * g[j][1] ** (j - k) * math.sin(g[j][1] * t + (j - k) * math.pi / 2) for j in range(k, end)))
        for i, j, c, f in reversed(moves):
            x[i] -= c * FUNCTIONS[f](x[j])
        return x

    text = "model T\n  Real x[%d](start = {%s});\nequation\n" % (
        n, ", ".join("%.2f" % (x + r.choice([0, 0.05, -0.05])) for x in solution(0)))
    for row in s:
        text += "  " + " + ".join("(%g)*(%s)" % (c, zero[j]) for j, c in enumerate(row) if abs(c) > 1e-12) + " = 0;\n"
    text += "initial equation\n" + "".join("  %s = %r;\n" % (y[i], b) for i, b in enumerate(begin))
    open("n.mo", "w").write(text + "end T;\n")
    run = subprocess.run([kron, "simulate", "n.mo", "--stop", "1", "--tolerance", "1e-8", "-o", "n.csv", "--quiet"],
                         capture_output=True, text=True)
    if run.returncode:
        return run.stderr
    lines = open("n.csv").read().splitlines()
    got = dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))
    for i, x in enumerate(solution(1)):
        if abs(got["x[%d]" % (i + 1)] - x) > 1e-5 * max(1, abs(x)):
            return "x[%d] = %r, not %r" % (i + 1, got["x[%d]" % (i + 1)], x)


for seed in range(first, first + count):
    wrong = one(seed)
    if wrong:
        sys.exit("seed %d: %s\n%s" % (seed, wrong, open("n.mo").read()))
EOF
python3 nonlinear.py "$KRON" 1 40 || fail nonlinear
