#!/usr/bin/env python3
"""Random models that are well typed, and what kron makes of them.

    tests/generate/generate.py [--kron build/kron] [--seed N] [--count N] [--jobs N] [--keep DIR]

Every model has values that are known (interp.py): kron must accept it and give them. A signal, a message with the
word `internal`, a compiler's message, a time-out, too much memory, a refusal or another value is a finding. Findings
are put into classes by their message; the first of each class is made smaller (shrink.py) and kept in DIR.
Classes in known.txt are counted but are no failure, and its seeds are left out. The exit status is 1 if something else
was found. `--seed N --show` prints a model.
"""
import argparse, collections, csv, multiprocessing, os, re, resource, select, shutil, signal, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
sys.setrecursionlimit(5000)
sys.dont_write_bytecode = True
import classic, interp, models, octave, shrink, tree  # noqa: E402
from interp import Wrong  # noqa: E402

TOLERANCE = 1e-9
PATIENCE = 20  # times as long by the clock as by the processor, which others use, too


class Finding:
    def __init__(self, kind, message=""):
        self.kind, self.message = kind, message

    @property
    def key(self):
        return self.kind if self.kind.startswith(("value", "column")) else self.kind + ": " + normal(self.message)


def normal(message):
    m = re.sub(r"`(?![A-Z]+`)[^`]*`", "`_`", message.split(": kron: error: at time")[0])
    m = re.sub(r'"[^"]*"', '"_"', m)
    m = re.sub(r"^\S*/m\.c:", "", re.sub("‘[^’]*’", "‘_’", m))
    m = re.sub(r"'([A-Za-z_]*)\d+'", r"'\1N'", m)
    m = re.sub(r"\(\S*?m\.(mo|dym):\d+\)", "", m)
    m = re.sub(r"\(and in \d+ more places?\)", "", m)
    m = re.sub(r"[-+]?\b\d+(\.\d+)?(e[-+]?\d+)?\b", "N", m)
    m = re.sub(r"\s+", " ", m).strip()
    balance = re.search(r"(\d+) equations? for (\d+) unknowns?", message)
    if balance:
        m = "too many equations" if int(balance.group(1)) > int(balance.group(2)) else "too few equations"
    return m[:160]


class Many:
    """many.c: commands for many models in one process. Leaks are found when that ends."""
    MODELS = 200

    def __init__(self, opt, folder, env):
        self.opt, self.folder, self.p, self.done = opt, folder, None, 0
        self.env = dict(env, ASAN_OPTIONS="allocator_may_return_null=1:quarantine_size_mb=32:hard_rss_limit_mb=%d:" %
                        (2 * opt.memory or 100000) + os.environ.get("ASAN_OPTIONS", ""))

    def start(self):
        self.err = open(os.path.join(self.folder, "many.err"), "w+b")
        self.p = subprocess.Popen([self.opt.many, os.path.join(ROOT, "lib")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=self.err, bufsize=0, cwd=self.folder, env=self.env)
        self.done = 0

    def read(self, n, began):
        """n bytes, or a line (n = 0); None: it has ended, or not in time."""
        text = b""
        while not (len(text) == n if n else text.endswith(b"\n")):
            self.wait(began)
            part = os.read(self.p.stdout.fileno(), n - len(text) if n else 1)
            if not part:
                return None
            text += part
        return text

    def end(self):
        """Its status and what it has written to standard error."""
        self.p.stdin.close()
        status = self.p.wait()
        self.p.stdout.close()
        self.p = None
        self.err.seek(0)
        err = self.err.read().decode("utf-8", "replace")
        self.err.close()
        return status, err

    def seconds(self):
        """Of the processor that it has taken."""
        try:
            with open("/proc/%d/stat" % self.p.pid) as f:
                part = f.read().rsplit(") ", 1)[1].split()
            return (int(part[11]) + int(part[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError):
            return 0.0

    def wait(self, began):
        """Until there is something to read. The machine may be busy: its own time counts."""
        until = time.time() + PATIENCE * self.opt.timeout
        while not select.select([self.p.stdout], [], [], 1.0)[0]:
            if self.seconds() - began > self.opt.timeout or time.time() > until:
                raise TimeoutError

    def run(self, model, result, command):
        """(status or None, messages), as Runner.spawn."""
        if not self.p:
            self.start()
        began = self.seconds()
        try:
            os.write(self.p.stdin.fileno(), ("%s\t%s\t%s\n" % (model, result, command)).encode())
            head = self.read(0, began)
            if head is None:
                return self.end()
            status, n = map(int, head.split())
            text = self.read(n, began) if n else b""
        except BrokenPipeError:
            return self.end()
        except TimeoutError:
            self.p.kill()
            self.end()
            return None, ""
        self.done += 1
        if self.done >= self.MODELS:
            ended, err = self.end()
            if ended:
                return ended, err
        return status, text.decode("utf-8", "replace")


def has_sanitizer(program):
    with open(program, "rb") as f:
        return b"__asan_init" in f.read()


class Runner:
    def __init__(self, opt):
        self.opt = opt
        self.sanitized = has_sanitizer(opt.kron)
        self.limited = opt.memory and not self.sanitized and not (opt.many and has_sanitizer(opt.many))
        self.dir = tempfile.mkdtemp(dir=opt.folder)
        self.csv = os.path.join(self.dir, "m.csv")
        self.mo = ""  # the model that was written last
        self.env = {k: v for k, v in os.environ.items() if k not in ("MODELICAPATH", "CC", "KRON_NATIVE")}
        self.env["KRON_NATIVE"] = "off"
        self.many = Many(opt, self.dir, self.env) if opt.many else None
        self.env["ASAN_OPTIONS"] = "detect_leaks=0:allocator_may_return_null=1:" + self.env.get("ASAN_OPTIONS", "")

    def limit(self):
        if self.limited:
            resource.setrlimit(resource.RLIMIT_AS, (self.opt.memory << 20, self.opt.memory << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def spawn(self, args, env=None):
        """(status or None, standard error)."""
        p = subprocess.Popen(args, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             cwd=self.dir, env=env or self.env)
        try:
            resource.prlimit(p.pid, resource.RLIMIT_CPU, (max(1, int(self.opt.timeout)), resource.RLIM_INFINITY))
        except ProcessLookupError:
            pass
        try:
            err = p.communicate(timeout=PATIENCE * self.opt.timeout)[1]
        except subprocess.TimeoutExpired:
            p.kill()
            p.communicate()
            return None, ""
        return p.returncode, err.decode("utf-8", "replace")

    def judge(self, status, err):
        """What a status and messages say; None: nothing special."""
        if status is None or status == -signal.SIGXCPU:
            return Finding("time-out")
        m = re.search(r"(AddressSanitizer: \S+|LeakSanitizer: \S+|runtime error: .*)", err)
        if m:
            frame = re.search(r"#\d+ \S+ in ((?!_)\w+) ", err)
            place = re.search(r"((?:src|rt)/[\w/]+\.[ch]):\d+:\d+: runtime error", err)
            return Finding("sanitizer", m.group(1) + (" in " + place.group(1) if place else " in " + frame.group(1) if frame else ""))
        if status < 0:
            return Finding("signal", signal.Signals(-status).name)
        lines = [l for l in err.splitlines() if l.strip()]
        if status == 70 or re.search(r"\binternal\b", err):
            l = next((l for l in lines if "internal" in l), lines[0] if lines else "")
            return Finding("internal", re.sub(r"^.*?internal: ", "", l))
        if re.search(r"libtcc|<string>:", err):
            return Finding("internal", lines[0])
        if "out of memory" in err:
            return Finding("memory", "out of memory")
        return None

    def check(self, model):
        """The finding, None, or a text that says why it does not count."""
        interp.STEPS[0] = 0
        rows = models.values(model)
        extra = models.mirrors(model, rows)
        text = tree.model_text(model, extra)
        self.mo = os.path.join(self.dir, "m" + getattr(model, "suffix", ".mo"))
        with open(self.mo, "w") as f:
            f.write(text)
        status, err = self.simulate()
        f = self.judge(status, err)
        if f:
            slow = f.kind == "time-out" and any(models.changes(model, [t + step * k for k in range(200)]) >= 20
                                                for t in (0.003, 0.01, 0.03, 0.1, 0.31, 0.55, 0.9)
                                                for step in (1e-8, 1e-7, 1e-6))  # a hundred thousand a second and more
            return "failed: events without end" if slow else f
        first = next((l for l in err.splitlines() if "error:" in l), "").split("error:", 1)[-1].strip()
        if status == 1:
            if model.doubtful or "not supported" in err:
                return "refused: " + normal(first)
            return Finding("refused", first)
        last = models.failure(model)
        if last is not None:
            if status == 3 and unsigned("assertion failed: " + told(last)) in unsigned(err):
                return self.compare(model, rows[:3])
            if any(models.failure(model, 1e-9) != last for _ in range(8)):
                return "sensitive"
            return Finding("assertion", "ends with %d and not with `%s`: %s" % (status, last, err.strip()[:300]))
        if status:
            if model.doubtful:
                return "failed: " + normal(first)
            if self.has_no_value(model, first):
                return "failed: without a value"
            return "failed: events without end" if self.is_dense(model, first) else Finding("failed", first)
        return self.compare(model, rows)

    def has_no_value(self, model, message):
        """Whether it is the model's own that something has no value at the time of the message, between those of comparison."""
        m = re.match(r"at time (\S+): ", message)
        try:
            models.values(model, times=[float(m.group(1)) + 1e-6] if m else [])
        except Wrong:
            return True
        return False

    def is_dense(self, model, message):
        """Whether so many events in so short a time, which ended the run, are the model's own."""
        m = re.match(r"at time (\S+): (\d+) events in a time of (\S+): floor", message)
        if not m:
            return False
        begin, span = float(m.group(1)) * (1 + 1e-6), float(m.group(3))  # it is written with six digits
        return models.changes(model, [begin + span * k / 200 for k in range(200)]) >= 100

    # by the rest of the seed: options, and how much of a value its error may be where states are integrated
    METHODS = {4: ("--method bdf", 1e-3), 10: ("--method sdirk", 1e-3), 14: ("--method implicit-euler --step 0.002", 0.1),
               20: ("--method trapezoid --step 0.002", 1e-2), 26: ("--method bdf3 --step 0.002", 1e-2), 34: ("--method bdf", 1e-3),
               38: ("--method euler --step 0.002", 0.1)}

    def other_method(self, model, options, rough):
        """The model that was written last by another method: the values are the same, as far as the method goes."""
        if model.doubtful or models.failure(model) is not None:
            return None
        status, err = self.simulate(options)
        f = self.judge(status, err)
        if f or status:
            return f or Finding("failed", next((l for l in err.splitlines() if "error:" in l), "").split("error:", 1)[-1].strip())
        rows = models.values(model)
        models.mirrors(model, rows)
        return self.compare(model, rows, rough)

    def simulate(self, options=""):
        """(status, messages) of the model that was written last."""
        try:
            os.unlink(self.csv)
        except OSError:
            pass
        if self.many:
            return self.many.run(self.mo, self.csv, ("simulate " + options).strip())
        return self.spawn([self.opt.kron, "simulate", self.mo, "--quiet", "--stop", "1", "--intervals", "3", "-o", self.csv] +
                          options.split())

    def other_commands(self, model, seed):
        """What the other commands make of the model that was written last: they must not fail."""
        todo = {3: "check", 5: "flatten", 7: "structure --json", 11: "structure --listing", 13: "translate --to octave",
                17: "translate --to acsl", 19: "translate --to simnon", 23: "translate --to desire",
                29: "translate --to dsblock", 31: "translate --to dsblock-dae", 37: "translate --to simulink",
                41: "translate --to c", 2: "translate --to dsblock-inline", 42: "structure --method bdf"}.get(seed % 43)
        if self.opt.cc and seed % self.opt.cc == 0:  # while the file of the run is that of the usual method
            f = self.compilers()
            if f:
                return f
        method = self.METHODS.get(seed % 43)
        if method:
            f = self.other_method(model, *method)
            if f:
                f.kind += " (%s)" % method[0]
                return f
        if todo:
            words = todo.split()
            out = ["-o", os.path.join(self.dir, "out")] if words[0] == "translate" else []
            f = self.judge(*(self.many.run(self.mo, "-", todo) if self.many else
                             self.spawn([self.opt.kron, words[0], self.mo] + words[1:] + out)))
            if f:
                f.kind += " (%s)" % todo
                return f
        return None

    def compilers(self):
        """The same program by cc: it must give the same file."""
        c, exe, out = (os.path.join(self.dir, n) for n in ("m.c", "m.exe", "cc.csv"))
        status, err = self.spawn([self.opt.kron, "translate", self.mo, "--to", "c", "-o", c, "--stop", "1", "--intervals", "3"])
        f = self.judge(status, err)
        if f or status:
            return f or Finding("translate --to c", err.splitlines()[0])
        folder = os.path.dirname(os.path.realpath(self.opt.kron))
        if not os.path.exists(os.path.join(folder, "libkron.so")):
            folder = os.path.join(ROOT, "build")
        for level in "-O0", "-O2":
            status, err = self.spawn(["cc", "-std=c17", level, "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-fno-builtin",
                                      "-I" + ROOT, "-I" + os.path.join(ROOT, "include"), "-o", exe, c, "-L" + folder, "-lkron",
                                      "-lm", "-Wl,-rpath," + folder] +
                                     (["-fsanitize=address,undefined"] if self.sanitized else []))
            if status:
                first = next((l for l in err.splitlines() if "error" in l or "warning" in l), err[:200])
                return Finding("cc " + level, first)
            status, err = self.spawn([exe, "--quiet", "-o", out])
            f = self.judge(status, err)
            if f:
                return f
            if not same_file(self.csv, out):
                return Finding("value by cc " + level)
        return None

    def compare(self, model, rows, error=1e-5):
        if "odd_initial_call" in model.odd:  # it may set what others depend on
            return None
        try:
            data = list(csv.reader(open(self.csv, newline="")))
        except OSError:
            return Finding("no result")
        if len(data) < 2:
            return None
        names = data[0]
        where, exact = {}, {}
        for row in data[1:]:
            where[round(float(row[0]), 9)] = row   # the last one at a time
            exact[float(row[0])] = row             # an event may follow at once: x > 1 where x is 1 and grows
        noisy = None
        rough = any(u.kind in ("state", "raw") for u in model.units)
        tolerance = error if rough or "delay(" in open(self.mo).read() else TOLERANCE
        for t, want in zip(models.TIMES, rows):
            row = where.get(round(t, 9))
            if row is None and "ends" in model.odd:
                continue
            if row is None:
                return Finding("no row")
            got, before = dict(zip(names, row)), dict(zip(names, exact.get(t, row)))
            for name, v in want.items():
                if isinstance(v, str) or name not in got:
                    continue
                x = float(got[name])
                v = float(v)
                if min(abs(x - v), abs(float(before[name]) - v)) <= tolerance * max(1.0, abs(v)):
                    continue
                if noisy is None:
                    noisy = self.sensitive(model, rows, tolerance)
                if (t, name.split("[")[0].split(".")[0]) in noisy:
                    continue
                return Finding("value" + self.sort_of(model, name), "%s at %g is %.15g, should be %.15g" % (name, t, x, v))
        return None

    WORDS = {"bound": "binding", "eq": "equation", "ifeq": "if equation", "foreq": "for equation", "parts": "equation",
             "alg": "algorithm", "tuple": "call", "inst": "component", "raw": "template", "fields": "equation"}

    def sort_of(self, model, name):
        """What kind of variable it is, and what determines it."""
        root = re.match(r"'[^']*'|\w+", name).group(0)
        for u in model.units:
            for n, t in [(u.name, u.t)] + u.more:
                if n == root:
                    base = "record" if isinstance(t[0], tree.Rec) else "instance" if isinstance(t[0], tree.Cls) else \
                        tree.BASES.get(t[0], "enumeration") if isinstance(t[0], str) else "enumeration"
                    return " (%s%s, %s)" % (base, "[]" if t[1] else "", self.WORDS.get(u.kind, u.kind))
        return " (parameter or String)"

    def sensitive(self, model, rows, tolerance):
        """What changes when roundings are disturbed, or values by the error of a method."""
        out = set()
        noise, least = (tolerance, tolerance) if tolerance > 1e-5 else (1e-9, 1e-6)
        for k in range(30):
            try:
                other = models.values(model, noise)
            except Wrong:
                return AllOf()
            for t, a, b in zip(models.TIMES, rows, other):
                for name, v in a.items():
                    root = name.split("[")[0].split(".")[0]
                    w = b.get(name)
                    if w is None or isinstance(v, str) and v != w or not isinstance(v, str) and \
                            abs(float(v) - float(w)) > least * max(1.0, abs(float(v))):
                        out.add((t, root))
        return out


def unsigned(text):
    """Zeros without sign: that of 0*x is nobody's promise."""
    return " ".join(re.sub(r"-(0(\.0+)?(e[-+]?0+)?)(?![\d.])", r"\1", text).split())


def told(text):
    """Of longer ones the first 2000 bytes, and how many more there are (docs/simulation.md)."""
    whole = text.encode("utf-8", "surrogateescape")
    start = whole[:2000].decode("utf-8", "ignore" if len(whole) > 2000 else "strict")
    more = len(whole) - len(start.encode())
    return start + " ... (and %d more bytes)" % more if more else start


def same_file(a, b):
    try:
        return open(a, "rb").read() == open(b, "rb").read()
    except OSError:
        return not os.path.exists(a)


class AllOf:
    def __contains__(self, x):
        return True


def where_it_died(opt, runner, args):
    """The functions on the stack, by gdb."""
    script = ["-ex", "set confirm off", "-ex", "set debuginfod enabled off", "-ex", "set breakpoint pending on",
              "-ex", "break die", "-ex", "run", "-ex", "bt 14"]
    try:
        p = subprocess.run(["gdb", "-q", "-batch"] + script + ["--args"] + args, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60, cwd=runner.dir, env=runner.env)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    frames = re.findall(r"^#\d+ +(?:0x[0-9a-f]+ in )?(\S+) \(", p.stdout.decode("utf-8", "replace"), re.M)
    frames = [f for f in frames if f not in ("die", "??", "raise", "abort", "fall") and not f.startswith(("expr_", "__"))]
    return " < ".join(frames[:3]) if frames else "generated code"


OPT = None
RUNNER = None


def start(opt):
    global OPT, RUNNER
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    OPT, RUNNER = opt, Runner(opt)
    RUNNER.limit()


def build(seed):
    return (classic if seed % 12 == 7 else models).Maker(seed).make()


def text_of(seed):
    """Its text and the end of its name."""
    m = build(seed)
    return tree.model_text(m, models.mirrors(m, models.values(m))), getattr(m, "suffix", ".mo")


def write(opt):
    os.makedirs(opt.write, exist_ok=True)
    for seed in range(opt.seed, opt.seed + opt.count):
        try:
            text, suffix = text_of(seed)
        except Wrong:
            continue
        with open(os.path.join(opt.write, "m%d%s" % (seed, suffix)), "w") as f:
            f.write(text)
    return 0


LOOKED = collections.Counter()


def looks_worth(key):
    """gdb is slow: it is asked for the first ones and then now and then."""
    LOOKED[key] += 1
    return LOOKED[key] <= 12 or LOOKED[key] % 8 == 0


def one(seed):
    """(seed, kind of result, text, frames)."""
    try:
        model = build(seed)
        f = RUNNER.check(model)
        if f is None:
            f = RUNNER.other_commands(model, seed)
    except Wrong as e:
        return seed, "skipped", str(e), ""
    except Exception as e:
        import traceback
        return seed, "generator", traceback.format_exc().splitlines()[-1] + " @ " + \
            " ".join(traceback.format_exc().splitlines()[-3].split()), ""
    if f is None:
        return seed, "good", "", ""
    if isinstance(f, str):
        return seed, "refused", f, ""
    frames = ""
    if (f.kind == "signal" or f.kind == "internal" and "store.c" in f.message) and looks_worth(f.key):
        frames = where_it_died(OPT, RUNNER, [OPT.kron, "simulate", RUNNER.mo, "--quiet", "-o", RUNNER.csv])
    odd = " {" + ", ".join(sorted(x for x in model.odd if x.startswith("odd"))) + "}" if model.odd else ""
    return seed, "finding", f.key + (" [" + frames + "]" if frames else ""), f.message + odd


def small(args):
    """The model of a seed made smaller."""
    seed, key, most = args
    model = build(seed)
    base = key.split(" [")[0]
    frames = key[len(base):]
    later = "(" in base.split(":")[0] and not base.startswith("value (") or "cc -O" in base or base.startswith("translate")

    def same(m):
        f = RUNNER.check(m)
        if f is None and later:
            f = RUNNER.other_commands(m, seed)
        return f is not None and not isinstance(f, str) and f.key == base
    try:
        shrink.shrink(model, same, most, base.startswith(("value", "refused", "failed", "assertion")))
    except Exception:  # then it stays as large as it is
        pass
    try:
        f = RUNNER.check(model)
        rows = models.values(model)
    except Exception as e:
        return seed, key, tree.model_text(model), "cannot be evaluated: %r" % e
    extra = models.mirrors(model, rows)
    message = f.message if isinstance(f, Finding) else str(f)
    if frames:
        message += " [" + where_it_died(OPT, RUNNER, [OPT.kron, "simulate", RUNNER.mo, "--quiet", "-o", RUNNER.csv]) + "]"
    return seed, key, tree.model_text(model, extra), message


def read_known(path):
    """Lines `class TEXT -- why` (a class whose name begins so) and `seed N -- why` (a model that is left out)."""
    classes, seeds = [], set()
    if os.path.exists(path):
        for line in open(path):
            word, _, rest = line.split(" -- ")[0].strip().partition(" ")
            if word == "class":
                classes.append(rest.strip())
            elif word == "seed":
                seeds.add(int(rest))
    return classes, seeds


def learn(opt, classes):
    """known.txt for the models of this run: each that is not good yet, with its class."""
    mine = range(opt.seed, opt.seed + opt.count)
    head, seeds = [], {}
    for line in open(opt.known) if os.path.exists(opt.known) else ():
        m = re.match(r"seed (\d+) -- (.*)", line)
        if not m:
            head.append(line)
        elif int(m.group(1)) not in mine:
            seeds[int(m.group(1))] = m.group(2)
    seeds.update((seed, key) for key, l in classes.items() for seed, _ in l)
    with open(opt.known, "w") as f:
        f.writelines(head)
        f.writelines("seed %d -- %s\n" % x for x in sorted(seeds.items()))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--kron", default=os.path.join(ROOT, "build/kron"))
    p.add_argument("--many", help="the program of many.c, used in place of kron")
    p.add_argument("--seed", type=int, default=1, help="of the first model (the next has the next number)")
    p.add_argument("--count", type=int, default=1000)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--keep", help="folder for the models found")
    p.add_argument("--show", action="store_true", help="print the model of --seed and end")
    p.add_argument("--write", metavar="DIR", help="write the models there and end")
    p.add_argument("--timeout", type=float, default=10, help="seconds of the processor for each run")
    p.add_argument("--memory", type=int, default=1500, help="limit in MB, 0: none (nor for programs with sanitizers)")
    p.add_argument("--shrink", type=int, default=1, help="how many of each class are made smaller")
    p.add_argument("--tries", type=int, default=500, help="runs to make one smaller")
    p.add_argument("--cc", type=int, default=0, help="every N-th model also by cc -O0 and cc -O2")
    p.add_argument("--known", default=os.path.join(HERE, "known.txt"))
    p.add_argument("--learn", action="store_true", help="write known.txt anew from what is found")
    p.add_argument("--octave", type=int, default=0, help="so many expressions also by Octave")
    p.add_argument("--seconds", type=float, default=1e9, help="stop after this time")
    p.add_argument("--always", help="a part of templates.py or features.py that every model has")
    p.add_argument("-q", action="store_true")
    opt = p.parse_args()
    opt.kron = os.path.abspath(opt.kron)
    models.Maker.always = opt.always
    opt.many = opt.many and os.path.abspath(opt.many)
    if opt.show:
        print(text_of(opt.seed)[0], end="")
        return 0
    if opt.write:
        return write(opt)
    known, left_out = read_known(opt.known) if not opt.learn else ([], set())
    counts, classes, others = collections.Counter(), collections.OrderedDict(), collections.Counter()
    began = time.time()
    texts = {}
    log = None
    opt.folder = tempfile.mkdtemp(prefix="generate", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    if opt.keep:
        os.makedirs(opt.keep, exist_ok=True)
        log = open(os.path.join(opt.keep, "log.txt"), "a")
    with multiprocessing.Pool(opt.jobs, start, (opt,)) as pool:
        done = 0
        for first in range(opt.seed, opt.seed + opt.count, 400):
            todo = []
            for seed, kind, text, message in pool.imap_unordered(one, [n for n in range(first, min(first + 400, opt.seed + opt.count))
                                                                            if n not in left_out], 8):
                done += 1
                counts[kind] += 1
                if kind in ("refused", "generator", "skipped"):
                    others[kind + ": " + text] += 1
                elif kind == "finding":
                    l = classes.setdefault(text, [])
                    l.append((seed, message))
                    if len(l) <= opt.shrink and (opt.keep or not is_known(text, known)):
                        todo.append((seed, text, opt.tries))
                    if log:
                        log.write("%d\t%s\t%s\n" % (seed, text, message.replace("\n", " ")))
                        log.flush()
                if not opt.q and done % 50 == 0:
                    sys.stderr.write("\r%d models, %.0f per second, %d good, %d refused, %d findings in %d classes " %
                                     (done, done / (time.time() - began), counts["good"], counts["refused"],
                                      counts["finding"], len(classes)))
                    sys.stderr.flush()
            for seed, key, text, message in pool.imap_unordered(small, todo):
                texts.setdefault(key, []).append((seed, text, message))
                if opt.keep:
                    keep(opt, classes, texts)
            if time.time() - began > opt.seconds:
                break
    shutil.rmtree(opt.folder, ignore_errors=True)
    if not opt.q:
        sys.stderr.write("\n")
    if opt.learn:
        learn(opt, classes)
    fresh = [k for k in classes if not is_known(k, known)]
    differ = octave.batch(opt.seed, opt.octave)[1] if opt.octave else []
    for text in differ:
        print("octave: " + text[:2000])
    print("%d models in %.0f s: %s" % (done, time.time() - began, ", ".join("%d %s" % (n, k) for k, n in counts.items())))
    for k, l in sorted(classes.items(), key=lambda x: -len(x[1])):
        print("%6d  %s%s  (seed %d: %s)" % (len(l), "" if k in fresh else "known  ", k, l[0][0], l[0][1][:150]))
    for k, n in others.most_common(25):
        print("%6d  (%s)" % (n, k[:200]))
    for k in fresh[:5]:
        for seed, text, message in texts.get(k, [])[:1]:
            print("---- seed %d: %s\n%s%s" % (seed, k, text, message))
    return 1 if fresh or differ or counts["generator"] else 0


def is_known(key, known):
    return any(key.startswith(x) for x in known)


def keep(opt, classes, texts):
    os.makedirs(opt.keep, exist_ok=True)
    n = 0
    with open(os.path.join(opt.keep, "CLASSES.md"), "w") as out:
        out.write("| count | class | input (its message) |\n|---|---|---|\n")
        for key, l in sorted(classes.items(), key=lambda x: -len(x[1])):
            names = []
            for seed, text, message in texts.get(key, []):
                name = re.sub(r"\W+", "_", key)[:50].strip("_") + "_%d%s" % (seed, ".dym" if seed % 12 == 7 else ".mo")
                with open(os.path.join(opt.keep, name), "w") as f:
                    f.write(text)
                names.append(name + " (" + message.replace("|", "\\|").replace("\n", " ")[:160] + ")")
            out.write("| %d | %s | %s |\n" % (len(l), key.replace("|", "\\|"), "; ".join(names)))


if __name__ == "__main__":
    sys.exit(main())
