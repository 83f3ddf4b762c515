#!/usr/bin/env python3
"""Runs kron's tests and closes with `N passed, M failed`.

    tests/run.py [--kron build/kron] [--unit DIR] [--fuzz DIR] [-k NAME] [--update] [--seconds N] [--method M]

unit       every program in the unit folder
threads    those of the threads folder, built with ThreadSanitizer
golden     tests/golden/{flat,diag,structure}/NAME.mo beside the text kron must print: NAME.txt.
           --update writes the texts anew; read the change before you commit it.
sim        tests/sim/*.mo: the first lines say how to run it and what must come out:
               //! run --stop 2 --tolerance 1e-8        options (several `run` lines: several runs)
               //! expect x = exp(-t) within 1e-6       at every row; t is time, other columns by name
               //! final  y = 3 within 1e-9             at the last row
               //! events state=3 time=0                 counts from --json
               //! status 3                              exit status; `stderr TEXT` must be printed, `never TEXT` not
               //! quiet                                 no warning may be printed
           Names with dots or brackets are written v["r[1].v"]. Tolerances are |a-b| <= tol*max(1,|b|).
               //! unless bdf sdirk              methods by which the model does not run, with --method
           --method M: only these tests, by M where a `run` line names no method; what is said is the default method's
           and is not compared, nor what M refuses because another method is meant for it (make check-methods).
cli        tests/cli/*.sh, run with KRON set; exit status 0 passes, 77 is skipped
generate   random models with known values (tests/generate), those of fixed seeds; `make soak` takes more
fuzz       every program in the fuzz folder, on mutations of the models here, for --seconds each (or --inputs N)
"""
import argparse, concurrent.futures, csv, json, math, os, re, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
for name in "MODELICAPATH", "KRON_NATIVE":  # of the user: tests set what they need
    os.environ.pop(name, None)
os.environ.setdefault("LSAN_OPTIONS", "print_suppressions=0:suppressions=" + os.path.join(ROOT, "tests", "lsan.txt"))


def run(args, timeout=120, **kw):
    try:
        return subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              errors="replace", timeout=timeout, **kw)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(args, -999, "", "timed out after %d s" % timeout)


def files(folder, suffix):
    full = os.path.join(ROOT, folder)
    return sorted(f for f in os.listdir(full) if f.endswith(suffix)) if os.path.isdir(full) else []


def squeeze(text):  # without the codes of messages, which tests/cli/explain.sh reads
    text = re.sub(r" \[K[A-Z2-9]{5}\]$", "", text, flags=re.M)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


# ---- unit ----

def unit_tests(opt):
    names = sorted(os.listdir(opt.unit)) if os.path.isdir(opt.unit) else []
    return [("unit/" + n, unit_one, os.path.join(opt.unit, n)) for n in names]


def thread_tests(opt): # the same programs, built with ThreadSanitizer
    names = sorted(os.listdir(opt.threads)) if os.path.isdir(opt.threads) else []
    return [("threads/" + n, unit_one, os.path.join(opt.threads, n)) for n in names]


def unit_one(opt, path):
    r = run([path], timeout=300)
    m = re.search(r"(\d+) passed, (\d+) failed", r.stdout)
    count = int(m.group(1)) if m else 0
    return (r.returncode == 0 and m is not None, r.stdout + r.stderr, max(count, 1))


# ---- golden ----

GOLDEN = {"flat": ["flatten"], "diag": ["check"], "structure": ["structure"],
          "listing": ["structure", "--listing"], "session": ["session"]}


def models(folder):
    return sorted(files(folder, ".mo") + files(folder, ".dym") + files(folder, ".ds"))


def stem(f):
    return os.path.splitext(f)[0]


def golden_tests(opt):
    out = []
    for kind in GOLDEN:
        for f in models("tests/golden/" + kind):
            if kind == "session" and not f.endswith(".ds"):
                continue
            out.append(("golden/%s/%s" % (kind, stem(f)), golden_one, (kind, f)))
    return out


def golden_one(opt, arg):
    kind, f = arg
    folder = os.path.join(ROOT, "tests/golden", kind)
    r = run([opt.kron] + GOLDEN[kind] + [f], timeout=20, cwd=folder)
    got = re.sub(r"checked in [\d.]+ s,", "checked in 0.0 s,", r.stdout + r.stderr)  # on a busy machine, too
    path = os.path.join(folder, stem(f) + ".txt")
    # 1 exactly if an error is reported, which the expected text says
    text = got if opt.update or not os.path.exists(path) else open(path).read()
    status = 1 if re.search(r"\berror: ", text) else 0
    if r.returncode != status:
        return (False, "exit status %d, not %d\n%s" % (r.returncode, status, got), 1)
    if opt.update:
        with open(path, "w") as out:
            out.write(re.sub(r" \[K[A-Z2-9]{5}\]$", "", got, flags=re.M))
        return (True, "", 1)
    try:
        want = open(path).read()
    except OSError:
        return (False, "no expected text; run with --update and read what it writes", 1)
    if squeeze(got) == squeeze(want):
        return (True, "", 1)
    import difflib
    diff = "\n".join(difflib.unified_diff(squeeze(want), squeeze(got), "expected", "got", lineterm="", n=1))
    return (False, diff, 1)


# ---- sim ----

def sim_tests(opt):
    return [("sim/" + stem(f), sim_one, f) for f in models("tests/sim")]


def read_spec(path):
    spec = {"run": [], "expect": [], "final": [], "events": [], "status": 0, "stderr": [], "never": [], "quiet": [],
            "unless": []}
    for line in open(path, encoding="utf-8"):
        m = re.match(r"//!\s*(\w+)\s*(.*)", line) or re.match(r"\{!\s*(\w+)\s*(.*)\}", line)
        if not m:
            continue
        key, rest = m.group(1), m.group(2).strip()
        if key == "status":
            spec["status"] = int(rest)
        elif key in spec:
            spec[key].append(rest)
        else:
            raise ValueError("unknown line: " + line)
    spec["run"] = spec["run"] or [""]
    return spec


MATH = {k: getattr(math, k) for k in dir(math) if not k.startswith("_")}
MATH.update(abs=abs, min=min, max=max, sum=sum)


def parse_check(text):
    m = re.match(r"(.+?)\s=\s(.+?)\s+within\s+(\S+)$", text)
    if not m:
        raise ValueError("cannot read: " + text)
    left, right = m.group(1).strip(), m.group(2).strip()
    return left, compile(left, text, "eval"), compile(right, text, "eval"), float(m.group(3))


def check_rows(rows, names, texts, where):
    checks = [parse_check(text) for text in texts]
    plain = [(i, n) for i, n in enumerate(names) if re.match(r"^[A-Za-z_]\w*$", n)]
    bad = []
    env = dict(MATH)
    for row in rows if checks else []:
        env.update({n: row[i] for i, n in plain})
        env["t"] = row[0]
        env["v"] = dict(zip(names, row))
        for text, left, right, tol in checks:
            a, b = float(eval(left, env)), float(eval(right, env))
            if not abs(a - b) <= tol * max(1, abs(b)):
                bad.append("%s, t = %.10g: %s = %.12g, expected %.12g (within %g)" % (where, row[0], text, a, b, tol))
        if len(bad) > 5:
            break
    return bad


def options_of(opt, written):
    """What a run line says, and the method that is asked for instead of the default."""
    options = written.split()
    return options + ["--method", opt.method] if opt.method and "--method" not in options else options


def sim_one(opt, f):
    path = os.path.join(ROOT, "tests/sim", f)
    spec = read_spec(path)
    if opt.method:
        spec.update(stderr=spec["stderr"] and [""], never=[], quiet=[])
        if opt.method in " ".join(spec["unless"]).split():
            return (None, "not by " + opt.method, 1)
    if not (spec["expect"] or spec["final"] or spec["events"] or spec["stderr"] or spec["status"]):
        return (False, "the test checks nothing", 1)
    problems = []
    for options in spec["run"]:
        with tempfile.TemporaryDirectory() as tmp:
            out = os.path.join(tmp, "r.csv")
            r = run([opt.kron, "simulate", path, "--json", "-o", out] + options_of(opt, options),
                    timeout=300 if opt.method else 60)
            who = "run `%s`" % options
            if opt.method and r.returncode == 1 and "cannot be done with" in r.stderr:
                continue
            if r.returncode != spec["status"]:
                problems.append("%s: exit status %d\n%s" % (who, r.returncode, r.stderr))
                continue
            for text in spec["stderr"]:
                if text not in r.stderr:
                    problems.append("%s: stderr lacks `%s`:\n%s" % (who, text, r.stderr))
            for text in spec["never"]:
                if text in r.stderr:
                    problems.append("%s: stderr has `%s`:\n%s" % (who, text, r.stderr))
            if spec["quiet"] and "warning" in r.stderr:
                problems.append("%s: a warning:\n%s" % (who, r.stderr))
            if not os.path.exists(out):
                if spec["expect"] or spec["final"]:
                    problems.append(who + ": no result")
                continue
            rows = list(csv.reader(open(out)))
            names, data = rows[0], [[float(x) for x in row] for row in rows[1:]]
            problems += check_rows(data, names, spec["expect"], who)
            if len(problems) > 5:
                return (False, "\n".join(problems), 1)
            problems += check_rows(data[-1:], names, spec["final"], who + ", last row")
            if spec["events"]:
                stats = json.loads(r.stdout)
                for item in " ".join(spec["events"]).split():
                    key, want = item.split("=")
                    if stats[key + "_events"] != int(want):
                        problems.append("%s: %s_events is %d, not %s" % (who, key, stats[key + "_events"], want))
    return (not problems, "\n".join(problems), 1)


# ---- cli ----

def cli_tests(opt):
    return [("cli/" + f[:-3], cli_one, f) for f in files("tests/cli", ".sh")]


def cli_one(opt, f):
    with tempfile.TemporaryDirectory() as tmp:
        env = dict(os.environ, KRON=opt.kron, ROOT=ROOT, TMP=tmp)
        r = run(["sh", "-e", os.path.join(ROOT, "tests/cli", f)], timeout=300, env=env, cwd=tmp)
    if r.returncode == 77:
        return (None, r.stdout, 1)
    return (r.returncode == 0, r.stdout + r.stderr, 1)


# ---- fuzz ----

def fuzz_tests(opt):
    names = sorted(os.listdir(opt.fuzz)) if os.path.isdir(opt.fuzz) else []
    return [("fuzz/" + n, fuzz_one, os.path.join(opt.fuzz, n)) for n in names]


def fuzz_one(opt, path):
    name = os.path.basename(path)
    suffix = ".dym" if "classic" in name else (".xml", ".fmu") if name == "fmu" else ".mo"
    seeds = [os.path.join(folder, f) for top in ["tests/fuzz/seeds", "tests/golden", "tests/sim", "examples", "lib"] + opt.seeds
             for folder, _, names in sorted(os.walk(os.path.join(ROOT, top))) for f in sorted(names) if f.endswith(suffix)]
    many = ["-n", str(opt.inputs), "-s", str(opt.first)] if opt.inputs else []
    crash = os.path.join(os.path.dirname(path), name + ".crash" + (suffix if isinstance(suffix, str) else ""))
    r = run([path] + many + [str(opt.seconds), crash] + seeds, timeout=opt.seconds + 300)
    return (r.returncode == 0, r.stdout + r.stderr[-3000:], 1)


# ---- generate ----

def generate_tests(opt):
    return [("generate/models", generate_one, ["--seed", "1", "--count", "300"]),
            ("generate/compilers", generate_one, ["--seed", "100001", "--count", "10", "--cc", "1", "--octave", "100"])]


def generate_one(opt, options):
    r = run([sys.executable, os.path.join(ROOT, "tests/generate/generate.py"), "--kron", opt.kron, "-q", "--jobs", "1",
             "--shrink", "0", "--timeout", "100"] + options, timeout=600)
    return (r.returncode == 0, r.stdout + r.stderr, 1)


# ---- all ----

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--kron", default="build/kron")
    p.add_argument("--unit", default="build/unit")
    p.add_argument("-k", default="")
    p.add_argument("--update", action="store_true")
    p.add_argument("--fuzz", default="build/fuzzed/fuzz")
    p.add_argument("--threads", default="build/threads/unit")
    p.add_argument("--seconds", type=float, default=10)
    p.add_argument("--inputs", type=int, default=0, help="so many for each fuzzer")
    p.add_argument("--seeds", action="append", default=[], help="a folder with more models that are mutated")
    p.add_argument("--first", type=int, default=0, help="the number of the first of them")
    p.add_argument("--method", help="of the simulation tests that name none")
    p.add_argument("-j", type=int, default=2)
    opt = p.parse_args()
    opt.kron, opt.unit = os.path.abspath(opt.kron), os.path.abspath(opt.unit)
    opt.fuzz = os.path.abspath(opt.fuzz)
    tests = sim_tests(opt) if opt.method else (unit_tests(opt) + thread_tests(opt) + golden_tests(opt) + sim_tests(opt) + cli_tests(opt) +
             generate_tests(opt) + fuzz_tests(opt))
    tests = [t for t in tests if opt.k in t[0]]
    passed = failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(opt.j) as pool:
        jobs = [(name, pool.submit(fn, opt, arg)) for name, fn, arg in tests]
        for name, job in jobs:
            try:
                good, text, count = job.result()
            except Exception as e:  # a broken test is a failed test
                good, text, count = False, "%s: %s" % (type(e).__name__, e), 1
            if good is None:
                skipped += 1
                print("skipped  %s: %s" % (name, text.strip()))
            elif good:
                passed += count
            else:
                failed += 1
                print("FAILED   %s\n%s" % (name, "\n".join("    " + l for l in text.splitlines()[:30])))
            sys.stdout.flush()
    print("%d passed, %d failed%s" % (passed, failed, ", %d skipped" % skipped if skipped else ""))
    return 1 if failed or not tests else 0


sys.exit(main())
