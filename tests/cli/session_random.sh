# Random command lines, right, half right and nonsense: the session survives them, and a model
# entered afterwards is as in a session of its own. KRON_LINES=100000 KRON_SEED=7 for more.
python3 - <<'END'
import os, random, subprocess, sys

kron, root = os.environ["KRON"], os.environ["ROOT"]
count, seed = int(os.environ.get("KRON_LINES", "3000")), int(os.environ.get("KRON_SEED", "1"))
r = random.Random(seed)
papers = root + "/examples/papers/"
models = [papers + m for m in ("circuit.dym", "divider.dym", "parcap.dym", "superheater.dym",
                               "junction.dym", "PendulumCartesian.mo")] + [root + "/examples/VanDerPol.mo"]
commands = ("enter library list output set partition differentiate variable language outfile "
            "parameter initial input plot save read reset help").split()
switches = "Eliminate SubExpr EvaluateExpr SolveLinearSyst MatrixExpr Incidence tear relax".split()
own = {"circuit.dym": "C.u L.i R1.R R2.R C.C u y1 der(C.u) C.deru R1.Va circuit.u U0.i",
       "divider.dym": "R1.R R2.R u y R1.u divider.u", "parcap.dym": "C1.u C2.u C1.deru C2.deru C1.C i y C1.derVa C2.i",
       "superheater.dym": "E h r Qin W hin V derh derE", "junction.dym": "qc ud id ic k1 k2 derud",
       "PendulumCartesian.mo": "x y vx vy F m L der(x) dervx", "VanDerPol.mo": "x y mu derx dery"}
entered = ["circuit.dym"]
names = ("u y y1 y2 C.u C1.u C2.u C1.deru C2.deru L.i R1.R R2.R C1.C der(C.u) circuit.u parcap.i E h r "
         "qc ud id x vx F V time Time i Qin a[1,2] 'q x' mu").split(" ")
garbage = ["", "%s%n%d", "\\", "\t\t", "}", "{", "\"", "'", "(((", "]]]", "=", "==", "-", "--", ">>>", ";", ",,,", "*", "?",
           "é", "\u200b", "x" * 5000, "a." * 300, "1e999", "-1", "nan", "0x10", "$HOME", "`", "der(der(", "..", "/", ".",
           "/dev/null", "/nonexistent/file", "~", "!", "#", "end", "on", "off", "model", "all"]
texts = ["model type half\n  cut A(v/i)\n  v = 2*i\nend", "model one\n local x\n  der(x) = -x\nend",
         "model bad\n  local x\n  x = = 1\nend", "function f(x)\nend", "table t\nend",
         "model two {a\ncomment} local x, y\n x + y = 3\n x - y = 1\nend two", "model", "end", "model open\n local x"]


def word():
    return r.choice(r.choice([commands, switches, names, garbage, ["on", "off", "equations", "solved", "model",
                    "variables", "states", "unknown", "known", "state", "acsl", "dsblock", "octave", "simnon"]]))


def right():
    c = r.choice(commands)
    name = r.choice(own[entered[0]].split() if r.random() < 0.8 else names)
    model = r.choice(models)
    if c == "enter":
        entered[0] = os.path.basename(model)
    return {
        "enter": lambda: "enter " + model,
        "library": lambda: "library " + r.choice(["", papers, papers + "circuit.dym"]),
        "output": lambda: "output " + r.choice(["equations", "solved equations", "model", "variables", "states"]),
        "set": lambda: "set %s %s" % (r.choice(switches), r.choice(["on", "off"])),
        "variable": lambda: "variable %s %s" % (r.choice(["", "unknown", "known", "state"]), name),
        "language": lambda: "language " + r.choice(["acsl", "desire", "dsblock", "octave", "simnon", "simulink"]),
        "outfile": lambda: "outfile " + r.choice(["", "", "o.txt", "no/o.txt"]),
        "parameter": lambda: "parameter %s = %s" % (name, r.choice(["1", "-2.5", "R1.R", "{1,2}", "true", "foo("])),
        "initial": lambda: "initial %s = %g" % (name, r.random()),
        "input": lambda: "input %s = %s" % (name, r.choice(["3", "sin(Time)", "u", "2**3"])),
        "plot": lambda: "plot %s -o p.svg" % name,
        "save": lambda: "save " + r.choice(["s.csv", "s.mat", "s.txt"]),
        "read": lambda: "read " + r.choice(["none", ".", "empty"]),
    }.get(c, lambda: c)()


def line():
    kind = r.random()
    if kind < 0.45:
        return right()
    if kind < 0.6:
        return right() + " " + word()
    if kind < 0.85:
        return " ".join(word() for _ in range(r.randrange(5)))
    if kind < 0.87:
        return r.choice(texts)
    if kind < 0.872:
        return "simulate %g" % r.random()
    if kind < 0.9:
        return bytes(r.randrange(1, 256) for _ in range(r.randrange(40))).decode("latin-1").replace("\n", "")
    text = list(right())
    for _ in range(r.randrange(1, 4)):
        text.insert(r.randrange(len(text) + 1), chr(r.randrange(32, 127)))
    return "".join(text)


def session(lines):
    p = subprocess.run([kron, "session"], input="\n".join(lines).encode("utf-8", "replace"), stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, timeout=60 + count / 20)
    return p.returncode, p.stdout.decode("utf-8", "replace"), p.stderr.decode("utf-8", "replace")


open("empty", "w").close()
last = ["}", "end", "outfile", "reset", "enter " + models[0], "set Eliminate on", "partition", "output equations",
        "variable C.u"]
status, want, err = session(last)
want = want[want.index("circuit: "):]
lines = []
while len(lines) < count:
    new = line()
    first = new.lstrip(" >-").lower().split()[:1]
    if first not in (["quit"], ["exit"]):
        lines.append(new)
    if first in (["model"], ["function"], ["table"]) and r.random() < 0.9:
        lines += ["}", "end"]
open("lines", "w").write("\n".join(lines))
status, out, err = session(lines + last)
if status != 1 or "Sanitizer" in err or not out.endswith(want):
    print("seed %d: status %d" % (seed, status))
    print(err[-3000:])
    sys.exit(1)
END
