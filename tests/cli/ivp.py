"""Problems of the Test Set for IVP Solvers (CWI, Bari) against their published end values.
usage: ivp.py KRON ivp.mo METHOD... [--all]      (--all: also what takes more than a second; a table)
Errors are relative to the value and to what the absolute tolerance is of the relative one. They must
be at most 100 times the tolerance, and fall with its power of 0.7 at least, sdirk's down to 1e-7: at
half-decades, since over three decades the scatter of end values counts."""
import csv
import json
import math
import subprocess
import sys

KRON, MODELS = sys.argv[1:3]
ALL = "--all" in sys.argv
METHODS = [m for m in sys.argv[3:] if m != "--all"]
TOLERANCES = [1e-4, 1e-6, 1e-8, 1e-10]
TOLERANCES_SDIRK = [1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 3e-7, 1e-7]


def vector(name, *values):
    return {"%s[%d]" % (name, i + 1): x for i, x in enumerate(values)}


# Stop time, absolute tolerance over the relative one (None: kron's own, by the size of states), least
# tolerance of the short test (the ring modulator takes seconds), end values.
PROBLEMS = {
    "VanDerPol": (2, None, 0, {"y": 1.706167732170483, "z": -0.8928097010247975}),
    "Robertson": (1e11, 1e-10, 0, {"y1": 2.083340149701255e-8, "y2": 8.333360770334713e-14,
                                  "y3": 0.9999999791665050}),
    "Hires": (321.8122, 1e-2, 0, vector(
        "y", 7.371312573325668e-4, 1.442485726316185e-4, 5.888729740967575e-5, 1.175651343283149e-3,
        2.386356198831331e-3, 6.238968252742796e-3, 2.849998395185769e-3, 2.850001604814231e-3)),
    "Amplifier": (0.2, None, 0, vector(
        "y", -5.562145012262709e-3, 3.006522471903042, 2.849958788608128, 2.926422536206241,
        2.704617865010554, 2.761837778393145, 4.770927631616772, 1.236995868091548)),
    "RingModulator": (1e-3, 0.1, 1e-6, {
        "y[1]": -2.339057358486745e-2, "y[2]": -7.367485485540825e-3, "y[3]": 0.2582956709291169,
        "y[7]": 0.1106761861269975}),
    "Pleiades": (3, None, 0, vector("x", 0.3706139143970502, 3.237284092057233, -3.222559032418324)),
}


def run(problem, method, tolerance):
    stop, atol, _, values = PROBLEMS[problem]
    args = [KRON, "simulate", "%s:Ivp.%s" % (MODELS, problem), "--stop", repr(stop), "--intervals",
            "1", "--tolerance", repr(tolerance), "--method", method, "--json", "--quiet", "-o", "r.csv"]
    args += ["--atol", repr(atol*tolerance)] if atol else []
    for name in values:
        args += ["--vars", name]
    p = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
    assert p.returncode == 0, (problem, method, tolerance, p.stderr)
    last = list(csv.DictReader(open("r.csv")))[-1]
    error = max(abs(float(last[k]) - x)/(abs(x) + (atol or 1)) for k, x in values.items())
    return error, json.loads(p.stdout)


# The short test leaves the ring modulator to bdf: the others take seconds there.
def check(problem, method):
    if not ALL and problem == "RingModulator" and method != "bdf":
        return
    errors = []
    for tolerance in TOLERANCES_SDIRK if method == "sdirk" else TOLERANCES:
        if not ALL and tolerance < PROBLEMS[problem][2]:
            continue
        error, s = run(problem, method, tolerance)
        errors.append((tolerance, error))
        if ALL:
            print("| %s | %s | %.0e | %.1e | %d | %d | %d | %d | %.2f |" % (
                problem, method, tolerance, error, s["steps"], s["rejected"], s["evaluations"],
                s["newton_iterations"], 1e3*s["seconds"]["simulate"]), flush=True)
        assert error <= 100*tolerance, (problem, method, tolerance, error)
    # What is below a tenth of the tolerance need not fall with it.
    points = [(math.log(t), math.log(max(e, 0.1*t))) for t, e in errors]
    mean = [sum(p[i] for p in points)/len(points) for i in (0, 1)]
    slope = sum((t - mean[0])*(e - mean[1]) for t, e in points)/sum((t - mean[0])**2 for t, e in points)
    assert slope >= 0.7, (problem, method, slope)


if ALL:
    print("| problem | method | tolerance | error | steps | rejected | evaluations | iterations | ms |")
    print("|---|---|---|---|---|---|---|---|---|")
for method in METHODS:
    for problem in PROBLEMS:
        check(problem, method)
