# The bond graphs of examples/papers: values worked out by hand, energy, motions found by Lagrange's
# equations and a method of fixed step, the twins in the other language, and the rule of Borutzky
# and Cellier (1995), eq. 13, on random models. Every command of docs/papers/bond-graphs.md works
# and prints what is shown there.
python3 - <<'END'
import csv, json, math, os, random, re, shlex, subprocess
from math import acos, cos, sin

KRON, ROOT = os.environ["KRON"], os.environ["ROOT"]
PAPERS = ROOT + "/examples/papers/"


def kron(*args):
    r = subprocess.run([KRON, *args], capture_output=True, text=True)
    assert r.returncode == 0 and not r.stderr, (args, r.returncode, r.stderr)
    return r.stdout


def simulate(path, stop, sets=(), *options):
    """The rows of a run as dictionaries."""
    kron("simulate", path, "--stop", str(stop), "-o", "r.csv", "--tolerance", "1e-10",
         *[a for s in sets for a in ("--set", s)], *options)
    return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open("r.csv"))]


def near(got, want, tolerance=1e-9):
    assert abs(got - want) <= tolerance*max(1, abs(want)), (got, want)


def structure(path):
    return json.loads(kron("structure", path, "--json"))


def states(path, *names):
    found = structure(path)
    assert sorted(found["states"]) == sorted(names), (path, found["states"])
    return found


# ---- Values ----

ELEMENTS = """
model Elements
  submodel (SE) step
  submodel (SF) feed
  submodel (one6p) series
  submodel (one2p) pass
  submodel (one3p) split
  submodel (R) coilR(R = 1), gearR(R = 4), load(R = 3), brake(R = 4), behind(R = 2)
  submodel (I) coil(I = 2)
  submodel (C) capacitance(C = 0.5)
  submodel (GY) gyrator(r = 2)
  submodel (MGY) twist
  submodel (MTF) ratio
  submodel (TF) gear(m = 0.5)
  submodel (Df) speed
  submodel (Dq) way
  submodel (De) level
  submodel (Dp) impulse
  node n0, n1, n2, n3, n4, n5, t1, t2, r1, r2, s1, s2, g1, g2
  { A coil of inertance 2 behind a step of 1, with a resistance of 1 and one of 4 over a gear }
  connect step at n0, series:A at n0, series:B at n1, coilR at n1, series:D at n2, coil at n2,
    series:G at n3, speed at n3, series:H at n4, way at n4, series:K at n5, gear from n5 to g1,
    gearR at g1
  step.E0 = 1
  { A capacitance of 1/2 behind a gyrator of 2 is an inertance of 2 }
  connect split:B at s1, behind at s1, split:D at s2, gyrator from s2 to g2, capacitance at g2,
    level at g2, impulse at g2
  split.e1 = 1
  { Ratios that change }
  connect feed at t1, twist from t1 to t2, load at t2
  feed.F0 = 1
  twist.r = cos(Time)
  connect pass:B at r1, ratio from r1 to r2, brake at r2
  pass.e1 = sin(Time)
  ratio.m = 2 + Time
end
"""


def elements():
    open("Elements.dym", "w").write(ELEMENTS)
    for row in simulate("Elements.dym", 3):
        t = row["time"]
        rise = 1 - math.exp(-t)
        for name, value in {
                "coil.f": rise/2, "speed.y": rise/2, "way.y": (t - rise)/2, "gear.f2": rise/4,
                "step.f": rise/2, "behind.f": rise/2, "capacitance.e": rise,
                "level.y": rise, "impulse.y": t - rise,
                "load.e": cos(t), "twist.e1": cos(t)**2/3, "feed.e": cos(t)**2/3,
                "brake.e": sin(t)/(2 + t), "pass.f1": sin(t)/4/(2 + t)**2}.items():
            near(row[name], value, 1e-8)


def capacitances():
    for path in (PAPERS + "CNetwork.dym", PAPERS + "CNetworkPlain.dym", PAPERS + "CNetwork.mo"):
        found = states(path, "C1.e", "C2.e", "C4.e")                       # BG-11, BG-23
        assert len(found["differentiated"]) == 2, found["differentiated"]
        start = simulate(path, 1, ["E=10", "C1.e.start=1", "C2.e.start=0.4", "C4.e.start=0.2"])[0]
        for name, value in {                                              # BG-22
                "R.f": 4.5, "one2.f1": 2.660377358490566, "one3.f1": 1.132075471698113,
                "der(C1.e)": 1.839622641509434, "der(C2.e)": 1.330188679245283,
                "der(C3.e)": 0.509433962264151, "der(C4.e)": 0.283018867924528,
                "der(C5.e)": 0.226415094339623, "C3.e": 0.6, "C5.e": 0.4}.items():
            near(start[name if name in start else name.replace("f1", "f")], value)
    for path in (PAPERS + "TwoParallelCs.dym", PAPERS + "TwoParallelCs.mo"):
        states(path, "C1.e")
        for row in simulate(path, 20, ["E=10"]):
            near(row["C1.e"], 10*(1 - math.exp(-row["time"]/6)), 1e-8)
            near(row["RSf.f"], 2/3*row["R.f"])


def ring():
    states(PAPERS + "Ring.dym", "C1.e")
    for row in simulate(PAPERS + "Ring.dym", 5):
        source = sin(row["time"])
        near(row["C1.e"], -2/3*source, 1e-8)
        near(row["C2.e"], source/3, 1e-8)
        near(row["R1.f"], -source/4)            # R1 + R2*R3/(R2 + R3) = 4
        near(row["R2.f"], -source/4*6/9)


def lever():
    for path in (PAPERS + "Lever.dym", PAPERS + "Lever.mo"):
        states(path, "J.f")
        for row in simulate(path, 1, ["tau=1"]):
            near(row["J.f"], row["time"]/2.69)
            near(row["der(J.f)"], 0.3717472118959108)


def mixed():
    """State equations by hand: 3 e' = (E - e)/2 - i, 0.625 w' = 0.8 i - 0.1 w, i = e - 0.8 w."""
    def slope(t, x):
        i = x[0] - 0.8*x[1]
        return [((10 - x[0])/2 - i)/3, (0.8*i - 0.1*x[1])/0.625]
    for path in (PAPERS + "MixedStores.dym", PAPERS + "MixedStores.mo"):
        states(path, "C1.e", "J1.f")
        row = simulate(path, 4, ["E=10"])[-1]
        e, w = runge_kutta(slope, [0, 0], 4, 4000)
        near(row["C1.e"], e, 1e-8)
        near(row["C2.e"], e, 1e-8)
        near(row["J1.f"], w, 1e-8)
        near(row["J2.f"], 0.25*w, 1e-8)


# ---- Motions ----

def runge_kutta(slope, x, stop, steps):
    h = stop/steps
    at = lambda a, k: [p + a*q for p, q in zip(x, k)]
    for n in range(steps):
        t = n*h
        k1 = slope(t, x)
        k2 = slope(t + h/2, at(h/2, k1))
        k3 = slope(t + h/2, at(h/2, k2))
        k4 = slope(t + h, at(h, k3))
        x = [p + h/6*(a + 2*b + 2*c + d) for p, a, b, c, d in zip(x, k1, k2, k3, k4)]
    return x


def constant(values, tolerance):
    assert len(values) > 100 and max(values) - min(values) <= tolerance, (min(values), max(values))


def kinetic(row, *stores):
    return sum(i*row[name + ".f"]**2/2 for name, i in stores)


def pendulum():
    """FM-91, A-7: m = 2, J = 0.5, d = 0.75."""
    for path in (PAPERS + "Pendulum2D.dym", PAPERS + "Pendulum2D.mo"):
        states(path, "body.th", "body.J.f")
        rows = simulate(path, 10)
        near(rows[0]["der(body.J.f)"], -2.676049133)
        near(rows[0]["PX.e"], -4.473114721)
        near(rows[0]["PY.e"], 20.497286927)
        constant([kinetic(r, ("body.X", 2), ("body.Y", 2), ("body.J", 0.5))
                  - 2*9.81*0.75*cos(r["body.th"]) for r in rows], 2e-8)
        th, om = runge_kutta(lambda t, x: [x[1], -2*9.81*0.75*sin(x[0])/1.625], [0.3, 1.2], 10, 10000)
        near(rows[-1]["body.th"], th, 1e-6)
        near(rows[-1]["body.J.f"], om, 1e-6)


def double_pendulum():
    m1, J1, d1, L, m2, J2, d2, g = 2, 0.5, 0.75, 1.25, 1, 0.1, 0.6, 9.81

    def slope(t, x):
        th1, th2, w1, w2 = x
        c, s = m2*L*d2*cos(th1 - th2), m2*L*d2*sin(th1 - th2)
        a11, a22 = J1 + m1*d1**2 + m2*L**2, J2 + m2*d2**2
        b1 = -s*w2**2 - (m1*d1 + m2*L)*g*sin(th1)
        b2 = s*w1**2 - m2*d2*g*sin(th2)
        det = a11*a22 - c*c
        return [w1, w2, (b1*a22 - b2*c)/det, (b2*a11 - b1*c)/det]

    want = runge_kutta(slope, [1, 2, 0, 0], 5, 10000)
    for path in (PAPERS + "DoublePendulum2D.dym", PAPERS + "DoublePendulum2D.mo"):
        states(path, "upper.th", "lower.th", "upper.J.f", "lower.J.f")
        rows = simulate(path, 5)
        got = [rows[-1][n] for n in ("upper.th", "lower.th", "upper.J.f", "lower.J.f")]
        for a, b in zip(got, want):
            near(a, b, 1e-6)
        stores = [("upper.X", m1), ("upper.Y", m1), ("upper.J", J1),
                  ("lower.X", m2), ("lower.Y", m2), ("lower.J", J2)]
        constant([kinetic(r, *stores) - m1*g*d1*cos(r["upper.th"])
                  - m2*g*(L*cos(r["upper.th"]) + d2*cos(r["lower.th"])) for r in rows], 1e-7)


def crank_motion(q, w, tau):
    """Acceleration of the crank: one coordinate q; th, x, y, s (rod, slider) with d/dq and d2/dq2."""
    r, d1, d2, l, gear, g = 0.2, 0.1, 0.25, 0.6, 0.5, 9.81
    th = acos(-r*cos(q)/l)
    th1 = -r*sin(q)/(l*sin(th))
    th2 = -(r*cos(q) + l*cos(th)*th1**2)/(l*sin(th))
    x1, x2 = r*cos(q) + d2*cos(th)*th1, -r*sin(q) + d2*(cos(th)*th2 - sin(th)*th1**2)
    y1, y2 = r*sin(q) + d2*sin(th)*th1, r*cos(q) + d2*(sin(th)*th2 + cos(th)*th1**2)
    s1, s2 = r*cos(q) + l*cos(th)*th1, -r*sin(q) + l*(cos(th)*th2 - sin(th)*th1**2)
    M = 0.02 + 1*d1**2 + 0.5*(x1**2 + y1**2) + 0.03*th1**2 + 0.8*s1**2 + 0.05/gear**2
    half = 0.5*(x1*x2 + y1*y2) + 0.03*th1*th2 + 0.8*s1*s2
    return (tau/gear - half*w**2 - g*(1*d1*sin(q) + 0.5*y1))/M


def slider_crank():
    stores = [("crank.X", 1), ("crank.Y", 1), ("crank.J", 0.02), ("rod.X", 0.5), ("rod.Y", 0.5),
              ("rod.J", 0.03), ("Slider", 0.8), ("Wheel", 0.05)]
    for tau in (0, 0.3):
        q, w = runge_kutta(lambda t, x: [x[1], crank_motion(x[0], x[1], tau)], [2, 4], 3, 6000)
        for path, lower in ((PAPERS + "SliderCrank.dym", False), (PAPERS + "SliderCrank.mo", True)):
            rows = simulate(path, 3, ["tau=%g" % tau])
            near(rows[-1]["crank.th"], q, 1e-6)
            near(rows[-1]["crank.J.f"], w, 1e-6)
            names = [(n.lower() if lower and "." not in n else n, i) for n, i in stores]
            constant([kinetic(r, *names) - 9.81*(1*0.1*cos(r["crank.th"]) + 0.5*(0.2*cos(r["crank.th"])
                      + 0.25*cos(r["rod.th"]))) - tau*r["crank.th"]/0.5 for r in rows], 1e-7)
            for r in rows:          # the loop stays closed, though only velocities are given
                near(0.2*cos(r["crank.th"]) + 0.6*cos(r["rod.th"]), 0, 1e-7)


# ---- Equation 13 on random models ----

def solve(A, b):
    """Gaussian elimination with the largest pivots first; None if they are small."""
    n = len(b)
    A = [row + [v] for row, v in zip(A, b)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[p] = A[p], A[k]
        for i in range(k + 1, n):
            f = A[i][k]/A[k][k]
            A[i] = [a - f*c for a, c in zip(A[i], A[k])]
    if min(abs(A[k][k]) for k in range(n)) < 0.2:
        return None
    x = [0]*n
    for k in reversed(range(n)):
        x[k] = (A[k][n] - sum(A[k][j]*x[j] for j in range(k + 1, n)))/A[k][k]
    return x


def rule(Di, Dd, B, dB, G, x, g):
    """The lambdas of (13): [I - Dd B Di^-1 G] lambda = Dd dB x + Dd B Di^-1 g."""
    d, n = range(len(Dd)), range(len(Di))
    A = [[(j == k) - Dd[j]*sum(B[j][i]*G[i][k]/Di[i] for i in n) for k in d] for j in d]
    b = [Dd[j]*sum(dB[j][i]*x[i] + B[j][i]*g[i]/Di[i] for i in n) for j in d]
    return solve(A, b)


def plain(r, n, d):
    """Equations (11) as they stand, with B = B0 + B1*sin(Time), g = c - x, and any G for which (13) has a
    solution all the time."""
    value = lambda: round(r.uniform(0.5, 2)*r.choice([-1, 1]), 3)
    table = lambda rows, columns: [[value() for _ in range(columns)] for _ in range(rows)]
    total = lambda terms: " + ".join(terms).replace("+ -", "- ")
    Di, Dd = [abs(value()) for _ in range(n)], [abs(value()) for _ in range(d)]
    c, start = [value() for _ in range(n)], [value() for _ in range(n)]

    def lambdas(t, x):
        B = [[p + q*sin(t) for p, q in zip(*rows)] for rows in zip(B0, B1)]
        dB = [[q*cos(t) for q in row] for row in B1]
        return rule(Di, Dd, B, dB, G, x, [p - q for p, q in zip(c, x)])

    while True:
        B0, B1, G = table(d, n), table(d, n), table(n, d)
        if all(lambdas(0.002*k, start) for k in range(51)):
            break
    lines = ["model Plain", "  local " + ", ".join("x%d(start = %s)" % (i, start[i]) for i in range(n)),
             "  local " + ", ".join("z%d, lam%d" % (j, j) for j in range(d))]
    for i in range(n):
        lines.append("    %s*der(x%d) = %s - x%d" % (Di[i], i, total(
            ["%s*lam%d" % (G[i][j], j) for j in range(d)] + [str(c[i])]), i))
    for j in range(d):
        lines.append("    %s*der(z%d) = lam%d" % (Dd[j], j, j))
        lines.append("    z%d = %s + Time*residue(lam%d)" % (j, total(
            "(%s + %s*sin(Time))*x%d" % (B0[j][i], B1[j][i], i) for i in range(n)), j))
    open("Plain.dym", "w").write("\n".join(lines + ["end"]) + "\n")
    for row in simulate("Plain.dym", 0.1)[::50]:
        want = lambdas(row["time"], [row["x%d" % i] for i in range(n)])
        for j in range(d):
            near(row["lam%d" % j], want[j], 1e-8)


def graph(r, kind, n, d):
    """A bond graph with n stores and d that depend on them over transformers: G = -B transposed.
    Inertances at 1-junctions, whose flows meet at the nodes of those that depend; or capacitances
    at nodes, whose efforts sum up, with the other sign, at the 1-junctions of those that depend."""
    ports = "BDGHK"
    value = lambda: round(r.uniform(0.5, 2)*r.choice([-1, 1]), 3)
    Di, Dd = [abs(value()) for _ in range(n)], [abs(value()) for _ in range(d)]
    m, u = [[value() for _ in range(n)] for _ in range(d)], [value() for _ in range(n)]
    inert = kind == "I"
    junctions = n if inert else d
    width = 2 + d if inert else 3 + n
    lines = ["model Graph", "  submodel (%s) " % kind
             + ", ".join("S%d(%s = %s)" % (i, kind, Di[i]) for i in range(n)) + ", "
             + ", ".join("Z%d(%s = %s)" % (j, kind, Dd[j]) for j in range(d)),
             "  submodel (%s) " % ("rSe" if inert else "rSf") + ", ".join("L%d" % j for j in range(d)),
             "  submodel (one%dp) " % width + ", ".join("J%d" % i for i in range(junctions)),
             "  submodel (TF) " + ", ".join("T%d%d(m = %s)" % (j, i, m[j][i]) for j in range(d) for i in range(n)),
             "  node " + ", ".join("t%d%d" % (j, i) for j in range(d) for i in range(n)),
             "  node " + ", ".join(["s%d" % i for i in range(n)] + ["z%d" % j for j in range(d)]
                                   + ["l%d" % j for j in range(d)])]
    wires = ["T%d%d from t%d%d to %s" % (j, i, j, i, "z%d" % j if inert else "s%d" % i)
             for j in range(d) for i in range(n)]
    wires += ["S%d at s%d" % (i, i) for i in range(n)] + ["Z%d at z%d" % (j, j) for j in range(d)]
    wires += ["L%d at %s%d" % (j, "z" if inert else "l", j) for j in range(d)]
    if inert:
        wires += ["J%d:B at s%d" % (i, i) for i in range(n)]
        wires += ["J%d:%s at t%d%d" % (i, ports[j + 1], j, i) for j in range(d) for i in range(n)]
        tail = ["  J%d.e1 = %s" % (i, u[i]) for i in range(n)]
    else:
        lines += ["  submodel (SF) " + ", ".join("F%d" % i for i in range(n))]
        wires += ["F%d at s%d" % (i, i) for i in range(n)]
        wires += ["J%d:B at z%d, J%d:D at l%d" % (j, j, j, j) for j in range(d)]
        wires += ["J%d:%s at t%d%d" % (j, ports[i + 2], j, i) for j in range(d) for i in range(n)]
        tail = ["  F%d.F0 = %s" % (i, u[i]) for i in range(n)] + ["  J%d.e1 = 0" % j for j in range(d)]
    lines += ["  connect " + ",\n    ".join(wires)] + tail + ["end"]
    open("Graph.dym", "w").write("\n".join(lines) + "\n")
    B = m if inert else [[-v for v in row] for row in m]
    G = [[-B[j][i] for j in range(d)] for i in range(n)]
    want = rule(Di, Dd, B, [[0]*n for _ in range(d)], G, [0]*n, u)
    for row in simulate("Graph.dym", 1)[::100]:
        for j in range(d):
            near(row["L%d.%s" % (j, "e" if inert else "f")], want[j], 1e-8)


def random_models():
    r = random.Random(1)
    for _ in range(12):
        plain(r, r.randint(1, 4), r.randint(1, 4))
        graph(r, "I", r.randint(1, 4), r.randint(1, 4))
        graph(r, "C", r.randint(1, 3), r.randint(1, 4))


# ---- The document ----

def document():
    text = open(ROOT + "/docs/papers/bond-graphs.md").read()
    os.makedirs("build", exist_ok=True)
    os.symlink(KRON, "build/kron")
    os.symlink(ROOT + "/examples", "examples")
    os.symlink(ROOT + "/lib", "lib")
    printed, commands = "", 0
    for block in re.findall(r"^```\n(.*?)^```$", text, re.M | re.S):
        lines = block.splitlines()
        if not lines[0].startswith("build/kron"):       # what the commands before it print
            assert all(line in printed.splitlines() for line in lines), (lines, printed[:500])
            continue
        runs = [subprocess.run(shlex.split(line), capture_output=True, text=True) for line in lines]
        assert all(r.returncode == 0 and not r.stderr for r in runs), (lines, [r.stderr for r in runs])
        printed = "".join(r.stdout for r in runs)
        commands += len(lines)
    assert commands >= 17, commands
    for name in os.listdir(PAPERS):
        if name.endswith(".dym") and "submodel (one" in open(PAPERS + name).read():
            assert name in text, name


for part in (elements, capacitances, ring, lever, mixed, pendulum, double_pendulum, slider_crank, random_models, document):
    part()
END
