# --json of every command: one object with schema, command, status and messages, also of what fails; every field is in
# docs/json.md.
python3 - <<'EOF'
import json, os, re, signal, subprocess, sys, time

KRON, ROOT = os.environ["KRON"], os.environ["ROOT"]
faults, seen = [], set()
examples = ROOT + "/examples/"
docs = open(ROOT + "/docs/json.md").read()
documented = set(re.findall(r"`([^`\n]+)`", docs))


def note(x, free=False):
    """Collects the names of fields; those of values by name are free."""
    if isinstance(x, dict):
        for k, v in x.items():
            if not free:
                seen.add(k)
            note(v, k in ("final", "values", "counts"))
    elif isinstance(x, list):
        for v in x:
            note(v)


def kron(status, *args):
    r = subprocess.run([KRON, *args, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    what = " ".join(args)
    if r.returncode != status:
        faults.append("%s: status %d: %s" % (what, r.returncode, r.stderr))
    try:
        d = json.loads(r.stdout)
    except ValueError as e:
        faults.append("%s: %s: %s" % (what, e, r.stdout[:200]))
        return {}
    if d.get("schema") != 1 or d.get("command") != args[0] or d.get("status") != r.returncode:
        faults.append("%s: %s" % (what, r.stdout[:200]))
    errors = [m for m in d.get("messages", [{}]) if m["severity"] == "error"]
    if (r.returncode in (1, 2, 3)) != bool(errors) and args[0] != "compare":
        faults.append("%s: messages %s" % (what, d.get("messages")))
    note(d)
    return d


ball, motor = examples + "BouncingBall.mo", examples + "MotorDrive.mo"
with open("Wrong.mo", "w") as f:
    f.write("model Wrong\n  Real x = y;\nend Wrong;\n")
with open("Fails.mo", "w") as f:
    f.write("model Fails Real x(start = 1, fixed = true); equation der(x) = x^2; end Fails;\n")
with open("Io.mo", "w") as f:
    f.write("model Io input Real u; output Real y = x; Real x(start = 0, fixed = true); equation der(x) = u - x; end Io;\n")
kron(0, "parse", ball)
kron(1, "parse", "none.mo")
kron(0, "check", ball, motor)
kron(0, "check", "Kron.Electrical")
kron(1, "check", ball, "Wrong.mo")
kron(0, "flatten", ball)
kron(0, "structure", motor)
kron(0, "structure", motor, "--method", "bdf")
kron(0, "structure", ball, "--listing")
kron(0, "simulate", ball, "-o", "a.csv")
kron(0, "simulate", ball, "--set", "e=0.7", "-o", "b.mat", "--vars", "h")
kron(3, "simulate", "Fails.mo", "--stop", "3")
kron(0, "translate", "Io.mo", "--to", "acsl")
kron(0, "translate", "Io.mo", "--to", "acsl", "-o", "io.csl")
d = kron(0, "translate", "Io.mo", "--to", "fmu3", "-o", "io.fmu")
if (d.get("model"), d.get("target"), d.get("file")) != ("Io", "fmu3", "io.fmu"):
    faults.append("translate to an FMU: %s" % d)
if not kron(0, "translate", "Io.mo", "--to", "acsl", "-o", "-").get("text", "").startswith("!ACSL"):
    faults.append("translate -o -: no text")
d = kron(0, "explain", "kvvrt9")
if d.get("code") != "KVVRT9" or "not declared" not in d.get("text", ""):
    faults.append("explain: %s" % d)
kron(2, "explain", "KXXXXX")
kron(0, "list", ball)
kron(0, "list", "b.mat")
kron(0, "plot", "a.csv", "h")
kron(1, "compare", "a.csv", "b.mat")
kron(0, "compare", "a.csv", "a.csv", "--vars", "h")
kron(0, "steady", "Io.mo")
kron(0, "linearize", "Io.mo", "--bode", "b.svg", "--step-response", "s.svg")
kron(0, "sweep", ball, "--vary", "e=0.5,0.8", "-o", "table.csv")
# What is wrong is answered, too.
for command in "check", "flatten", "structure", "simulate", "list", "steady", "linearize":
    d = kron(1, command, "Wrong.mo")
    m = d["messages"][0] if d.get("messages") else {}
    if m.get("line") != 2 or "`y`" not in m.get("text", "") or not m.get("excerpt"):
        faults.append("%s: %s" % (command, m))
    kron(2, command, "Wrong.mo", "--no-such-option")
kron(1, "plot", "none.csv", "x")
kron(2, "plot", "a.csv", "nothing")
kron(2, "compare", "a.csv")
kron(1, "translate", "Wrong.mo", "--to", "c")
kron(2, "translate", ball, "--to", "cobol")

# Interruption, while translating: status 130 and an answer.
with open("Long.mo", "w") as f:
    f.write("""model Long
  function f input Real n; output Real y; algorithm y := 0; while y < n loop y := y + 1e-9; end while; end f;
%send Long;
""" % "".join("  Real x%d[1 + integer(f(0.002 + %d*1e-9))];\n" % (i, i) for i in range(300)))
for command in "check", "flatten", "structure", "simulate", "list", "steady", "linearize":
    for number in signal.SIGINT, signal.SIGTERM:
        p = subprocess.Popen([KRON, command, "Long.mo", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) # of a shell: ignored
        time.sleep(0.5)
        p.send_signal(number)
        try:
            out, err = p.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            p.kill()
            out, err = p.communicate()
        good = p.returncode == 130 and "interrupted" in err
        if not good or not out or json.loads(out)["status"] != 130:
            faults.append("%s: %s: %s %s %s" % (command, number, p.returncode, out, err))
missing = sorted(seen - documented)
if missing:
    faults.append("docs/json.md lacks %s" % missing)
print("\n".join(faults))
sys.exit(bool(faults))
EOF
