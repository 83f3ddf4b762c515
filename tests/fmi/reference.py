#!/usr/bin/env python3
"""The Reference FMUs, built from their sources, run by kron: part of make check-fmi.

reference.py KRON REFERENCE_FMUS [--out DIR]

Every model is built for FMI 2 and 3 where it has them, run as Model Exchange and Co-Simulation, and its
outputs compared: Co-Simulation with the model's own reference result, which was made that way, by Euler's
method with the fixed step of the sources. Model Exchange of models with states is run by that method too
and compared with it, and by kron's choice of method and compared with `kron simulate` of the same equations
(Reference.mo), Roberts' with method ida, since its reference result is that of another model. Clocks is for Scheduled
Execution only, and compared with what its source says: ticks of its clocks, of which the second are given as inputs.
"""
import argparse, csv, os, shutil, subprocess, sys, zipfile

MODELS = ["BouncingBall", "Dahlquist", "Feedthrough", "Resource", "Roberts", "Stair", "StateSpace", "VanDerPol", "Clocks"]
HERE = os.path.dirname(os.path.abspath(__file__))
EQUATIONS = {"BouncingBall": [], "Dahlquist": [], "StateSpace": [], "VanDerPol": [],
             "Roberts": ["--method", "ida", "--tolerance", "1e-8"]}
STOP = {("BouncingBall", "me"): "2.4", ("Roberts", "me"): "1e4", ("Roberts", "cs"): "1"}
TOLERANCE = {"Roberts": "1e-6"}  # by default it asks for 1e-4, with sizes of states far above theirs


def build(source, model, version, out):
    folder = os.path.join(source, model)
    if not os.path.exists("%s/FMI%d.xml" % (folder, version)):
        return None
    tree = "%s/%s%d" % (out, model, version)
    shutil.rmtree(tree, ignore_errors=True)
    platform = "linux64" if version == 2 else "x86_64-linux"
    os.makedirs("%s/binaries/%s" % (tree, platform))
    token = ""
    with open("%s/FMI%d.xml" % (folder, version)) as f:
        text = f.read()
    with open(tree + "/modelDescription.xml", "w") as f:
        f.write(text)
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-w", "-DFMI_VERSION=%d" % version, "-DDISABLE_PREFIX",  "-DFMI3_OVERRIDE_FUNCTION_PREFIX", "-I%s/include" % source, "-I" + folder,
                    "-o", "%s/binaries/%s/%s.so" % (tree, platform, model), folder + "/model.c",
                    "%s/src/fmi%dFunctions.c" % (source, version), source + "/src/cosimulation.c", "-lm"], check=True)
    if model == "Resource":
        os.makedirs(tree + "/resources")
        shutil.copy(folder + "/y.txt", tree + "/resources")
    fmu = tree + ".fmu"
    with zipfile.ZipFile(fmu, "w", zipfile.ZIP_DEFLATED) as z:
        for at, _, names in os.walk(tree):
            for n in names:
                z.write(os.path.join(at, n), os.path.relpath(os.path.join(at, n), tree))
    return fmu


def columns(path):
    """Values by name; those of arrays, "1 2 3", by the names of their elements."""
    with open(path, newline="") as f:
        rows = list(csv.reader(f))
    found = {}
    for i, name in enumerate(n.strip('" ') for n in rows[0]):
        values = [r[i].split(" ") for r in rows[1:]]
        n = len(values[0])
        for k in range(n):
            column = [float(v[k]) if len(v) > k and is_number(v[k]) else None for v in values]
            found["%s[%d]" % (name, k + 1) if n > 1 else name] = column
    return found


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def value_at(t, times, values):
    """The last value at time t, or between two points."""
    found = None
    for i, x in enumerate(times):
        if abs(x - t) <= 1e-9 * max(1, abs(t)):
            found = values[i]
        elif x > t:
            if found is None and i:
                a, b = times[i - 1], x
                found = values[i - 1] + (t - a) / (b - a) * (values[i] - values[i - 1])
            break
    return values[-1] if found is None else found


def compare(made, reference, limit):
    a, b = columns(made), columns(reference)
    worst, which, n = 0, "", 0
    for name in b:
        if name == "time" or name not in a or any(x is None for x in b[name]):
            continue
        n += 1
        size = max(max(b[name]) - min(b[name]), 1e-6 * max(1e-12, max(map(abs, b[name]))), 1e-12)
        for t, x in zip(b["time"], b[name]):
            d = abs(value_at(t, a["time"], a[name]) - x) / size
            if d > worst:
                worst, which = d, "%s at %g" % (name, t)
    if not n:
        return "no signal in common", 0
    return (None if worst <= limit else "differs by %.3g of its range: %s" % (worst, which)), worst


def by_equations(kron, model, made, out, stop):
    ref = "%s/%s.ref.csv" % (out, model)
    run = [kron, "simulate", HERE + "/Reference.mo:Reference." + model, "-o", ref, "--quiet"]
    said = subprocess.run(run + (["--stop", stop] if stop else []) + EQUATIONS[model], capture_output=True, text=True)
    if said.returncode:
        return said.stderr.strip()[:200]
    if model != "BouncingBall":  # Euler's method has an error of a step in the first milliseconds of Roberts'
        return compare(made, ref, 2e-3 if made.endswith(".cs.csv") else 1e-3)[0]
    said = subprocess.run([kron, "compare", made, ref, "--vars", "h", "--vars", "v"], capture_output=True, text=True)
    return None if said.returncode == 0 else said.stdout.strip()[-200:]


def simulate(kron, fmu, made, *options):
    """None, or what went wrong; False: it is not of that type."""
    said = subprocess.run([kron, "simulate", fmu, "--trust", "-o", made, *options], capture_output=True, text=True, timeout=200)
    if "is not for" in said.stderr:
        return False
    return "exit %d: %s" % (said.returncode, said.stderr.strip()[:200]) if said.returncode else None


def by_euler(kron, model, fmu, source):
    """Model Exchange by the method and with the step that made the reference result."""
    with open("%s/%s/config.h" % (source, model)) as f:
        step = next(line.split()[-1] for line in f if "FIXED_SOLVER_STEP" in line)
    made = fmu[:-4] + ".euler.csv"
    wrong = simulate(kron, fmu, made, "--type", "me", "--method", "euler", "--step", step)
    return wrong or compare(made, "%s/%s/%s_out.csv" % (source, model, model), 1e-9)[0]


def run_clocks(kron, fmu, out):
    """Clocks/model.c: inClock1 every second, inClock2 where the inputs say, at 0, 1, 8 and 9, inClock3 at 4, by the first."""
    inputs, made = out + "/clocks_in.csv", out + "/clocks.csv"
    with open(inputs, "w") as f:
        f.write("time,inClock2,input2\n" + "".join("%d,%d,%d\n" % (t, t in (0, 1, 8, 9), 10 + t) for t in range(10)))
    said = subprocess.run([kron, "simulate", fmu, "--trust", "--stop", "9.5", "--input", inputs, "-o", made],
                          capture_output=True, text=True, timeout=100)
    if said.returncode:
        return "exit %d: %s" % (said.returncode, said.stderr.strip()[:200])
    got = columns(made)
    for i, t in enumerate(got["time"]):
        two = [k for k in (0, 1, 8, 9) if k <= t]
        want = {"inClock1Ticks": int(t) + 1, "inClock2Ticks": len(two), "inClock3Ticks": int(t >= 4),
                "output3": 1000 * (t >= 4), "result2": sum(10 + k for k in two),
                "totalInClockTicks": int(t) + 1 + len(two) + (t >= 4)}
        for name, x in want.items():
            if got[name][i] != x:
                return "%s is %g at %g, not %g" % (name, got[name][i], t, x)
    return None


def run_one(kron, model, fmu, kind, source, out):
    """Not run: False; else None or what is wrong."""
    made = "%s.%s.csv" % (fmu[:-4], kind)
    stop = STOP.get((model, kind))
    extra = (["--stop", stop] if stop else []) + (["--intervals", "500"] if model in EQUATIONS and (kind == "me" or model == "Roberts") else [])
    extra += ["--tolerance", TOLERANCE[model]] if model in TOLERANCE else []
    wrong = simulate(kron, fmu, made, "--type", kind, *extra)
    if wrong is not None:
        return wrong
    # The reference has the events of the ball at the ends of steps, kron finds them inside.
    if model in EQUATIONS and kind == "me" and model not in ("Roberts", "BouncingBall"):
        wrong = by_euler(kron, model, fmu, source)
    if wrong is None and model in EQUATIONS and (kind == "me" or model == "Roberts"):
        return by_equations(kron, model, made, out, stop)
    return wrong or compare(made, "%s/%s/%s_out.csv" % (source, model, model), 1e-3)[0]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("kron")
    p.add_argument("source")
    p.add_argument("--out", default="build/fmi-reference")
    o = p.parse_args()
    os.makedirs(o.out, exist_ok=True)
    good = bad = 0
    for model in MODELS:
        for version in 2, 3:
            fmu = build(o.source, model, version, o.out)
            if not fmu:
                continue
            for kind in ["se"] if model == "Clocks" else ["me", "cs"]:
                wrong = run_clocks(o.kron, fmu, o.out) if kind == "se" else run_one(o.kron, model, fmu, kind, o.source, o.out)
                if wrong is False:
                    continue
                good, bad = good + (wrong is None), bad + (wrong is not None)
                print("%s %s FMI %d %s%s" % ("ok  " if wrong is None else "FAIL", model, version, kind, ": " + wrong if wrong else ""), flush=True)
    print("%d passed, %d failed" % (good, bad))
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
