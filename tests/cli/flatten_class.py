"""Round trips: flatten_class.py KRON MODEL.mo...

Each model is written by `kron flatten --class`, read again and run: all variables must end like those of the model
itself. Names are compared without quotes, and with all subscripts at their end: r[2].b[1] is 'r.b'[2,1].
"""
import csv, io, math, os, re, subprocess, sys, tempfile

kron, models = sys.argv[1], sys.argv[2:]


def run(*args):
    return subprocess.run([kron, *args], capture_output=True, text=True, errors="replace", timeout=120)


def key(name):
    plain = re.sub(r"[\\']", "", name)
    return re.sub(r"\[[^\]]*\]", "", plain), ",".join(re.findall(r"\[([^\]]*)\]", plain))


def result(path, options):
    r = run("simulate", path, "--quiet", "-o", "-", *options)
    rows = list(csv.reader(io.StringIO(r.stdout)))
    if r.returncode or len(rows) < 2:
        return None, r.stderr
    return {key(n): [float(row[i]) for row in rows[1:]] for i, n in enumerate(rows[0])}, ""


def difference(path, folder):
    text = open(path, errors="replace").read()
    first = re.search(r"^//! run (.*)", text, re.M)
    options = first.group(1).split() if first else []
    again = os.path.join(folder, os.path.basename(path))
    r = run("flatten", "--class", path, "-o", again)
    if r.returncode:
        return r.stderr
    (a, why), (b, why_again) = result(path, options), result(again, options)
    if not a or not b:
        return why or why_again
    for name in a:
        if not name[0].startswith(("der(", "state(")) and name not in b:
            return "`%s%s` is lost" % name
        x, y = a[name][-1], b.get(name, a[name])[-1]
        size = max([abs(v) for v in a[name] if math.isfinite(v)] + [1])
        if not abs(x - y) <= 1e-4 * size and not (math.isnan(x) and math.isnan(y)):
            return "`%s%s` ends at %g, it was %g" % (*name, y, x)
    return ""


failed = 0
with tempfile.TemporaryDirectory() as folder:
    for path in models:
        why = difference(path, folder)
        failed += bool(why)
        if why:
            print("%s: %s" % (path, why))
print("%d models, %d failed" % (len(models), failed))
sys.exit(1 if failed or not models else 0)
