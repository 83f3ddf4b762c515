"""hostile.py KRON FOLDER [FMU...]: archives and descriptions that kron must refuse, mutations of a small one and of the
FMUs given (HOSTILE=N: so many, else 60), and FMUs that crash, or do not end."""
import os, random, signal, stat, subprocess, sys, time, zipfile

kron, folder, fmus = sys.argv[1], sys.argv[2], sys.argv[3:]
DESCRIPTION = """<?xml version="1.0"?>%s
<fmiModelDescription fmiVersion="3.0" modelName="m" instantiationToken="t">
<CoSimulation modelIdentifier="m"/>
<ModelVariables><Float64 name="time" valueReference="0" causality="independent"/>%s</ModelVariables>
<ModelStructure/></fmiModelDescription>"""


def check(name, entries, wanted):
    path = os.path.join(folder, name + ".fmu")
    with zipfile.ZipFile(path, "w") as z:
        for entry, text in entries:
            z.writestr(entry, text)
    said = subprocess.run([kron, "check", path], capture_output=True, text=True, timeout=60)
    assert said.returncode == 1 and wanted in said.stderr, (name, said.returncode, said.stderr)


def link(name, target):
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info, target


good = DESCRIPTION % ("", "")
check("parent", [("modelDescription.xml", good), ("../escaped", "x")], "leads out")
check("deep", [("modelDescription.xml", good), ("a/../../escaped", "x")], "leads out")
check("root", [("modelDescription.xml", good), ("/tmp/kron-escaped", "x")], "not relative")
check("windows", [("modelDescription.xml", good), ("a\\..\\..\\escaped", "x")], "not relative")
check("link", [("modelDescription.xml", good), link("resources", "/etc")], "a link")
check("twice", [("modelDescription.xml", good), ("x", "1"), ("x", "2")], "twice")
check("dtd", [("modelDescription.xml", DESCRIPTION % ('<!DOCTYPE x [<!ENTITY a "b">]>', ""))], "document type")
check("sizes", [("modelDescription.xml", DESCRIPTION % ("", '<Float64 name="a" valueReference="1"><Dimension start="99999999999"/></Float64>'))], "size of an array")
check("sizes2", [("modelDescription.xml", DESCRIPTION % ("", '<Float64 name="a" valueReference="1">' + '<Dimension start="100000"/>' * 3 + "</Float64>"))], "size of an array")
check("identifier", [("modelDescription.xml", good.replace('modelIdentifier="m"', 'modelIdentifier="../m"'))], "identifier")
check("version", [("modelDescription.xml", good.replace('"3.0"', '"1.0"'))], "version")
check("none", [("other", "")], "no modelDescription.xml")
for path in "escaped", "/tmp/kron-escaped":
    assert not os.path.exists(os.path.join(folder, path)), path

# Mutations: any answer but a crash.
seed = os.path.join(folder, "seed.fmu")
with zipfile.ZipFile(seed, "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("modelDescription.xml", good.replace("</ModelVariables>", '<Float64 name="a" valueReference="1" start="1 2"><Dimension start="2"/></Float64></ModelVariables>'))
    z.writestr("resources/x", "abc" * 100)
chance = random.Random(19)


def mutate_bytes(data):
    mutated = bytearray(data)
    for _ in range(chance.randint(1, 6)):  # most of a zip file's structure is at its end
        last = len(mutated) if chance.random() < 0.5 else min(len(mutated), 2000)
        mutated[-1 - chance.randrange(last)] = chance.randrange(256)
    return mutated[: chance.randrange(len(mutated))] if chance.random() < 0.2 else mutated


def mutate_text(text):
    """Attributes with other values, elements left out, said twice or moved, single characters."""
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(text))
        way = chance.randrange(4)
        begin, end = text.find("<", at), text.find(">", text.find("<", at) + 1) + 1
        if way == 0 and begin >= 0 < end:
            text = text[:begin] + text[end:]
        elif way == 1 and begin >= 0 < end:
            to = text.find("<", chance.randrange(len(text)))
            text = text[:to] + text[begin:end] + text[to:]
        elif way == 2:
            value = text.find('="', at)
            other = chance.choice(["", "-1", "0", "4294967295", "4294967296", "1e308", "nan", "99999999999999999999", "x"])
            if value >= 0:
                text = text[: value + 2] + other + text[text.find('"', value + 2):]
        else:
            text = text[:at] + chr(chance.randrange(1, 256)) + text[at + 1:]
    return text


def mutation(path):
    to = os.path.join(folder, "mutated.fmu")
    if chance.random() < 0.5:
        with open(path, "rb") as f, open(to, "wb") as g:
            g.write(mutate_bytes(f.read()))
        return to
    with zipfile.ZipFile(path) as z, zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("modelDescription.xml", mutate_text(z.read("modelDescription.xml").decode()))
    return to


for i in range(int(os.environ.get("HOSTILE", "60"))):
    path = mutation(chance.choice([seed] + fmus))
    command = chance.choice([["list"], ["check"], ["import", "-o", os.path.join(folder, "imported.mo")]])
    said = subprocess.run([kron, command[0], path] + command[1:], capture_output=True, timeout=60)
    assert said.returncode in (0, 1), (i, command, said.returncode, said.stderr)

# A binary that crashes in the middle: a message, and the result up to there.
source = r"""
#include <stddef.h>
#include <string.h>
#define S int
void *fmi2Instantiate(const char *n, int t, const char *g, const char *r, const void *f, int v, int l) { return "x"; }
void fmi2FreeInstance(void *c) {}
S fmi2SetupExperiment(void *c, int a, double b, double d, int e, double f) { return 0; }
S fmi2EnterInitializationMode(void *c) { return 0; }
S fmi2ExitInitializationMode(void *c) { return 0; }
S fmi2Terminate(void *c) { return 0; }
static double t;
S fmi2GetReal(void *c, const unsigned *r, size_t n, double *v) { for (size_t i = 0; i < n; i++) v[i] = t; return 0; }
S fmi2SetReal(void *c, const unsigned *r, size_t n, const double *v) { return 0; }
S fmi2GetInteger(void *c, const unsigned *r, size_t n, int *v) { return 0; }
S fmi2SetInteger(void *c, const unsigned *r, size_t n, const int *v) { return 0; }
S fmi2GetBoolean(void *c, const unsigned *r, size_t n, int *v) { return 0; }
S fmi2SetBoolean(void *c, const unsigned *r, size_t n, const int *v) { return 0; }
S fmi2GetString(void *c, const unsigned *r, size_t n, const char **v) { return 0; }
S fmi2SetString(void *c, const unsigned *r, size_t n, const char **v) { return 0; }
S fmi2DoStep(void *c, double at, double h, int n) { t = at + h; if (t > 0.505) *(volatile int *)0 = 1; return 0; }
"""


def make(name, text):
    """An FMU whose binary is the text, with an output y."""
    so, made = os.path.join(folder, name + ".so"), os.path.join(folder, name + ".fmu")
    subprocess.run(["gcc", "-shared", "-fPIC", "-w", "-x", "c", "-", "-o", so], input=text, text=True, check=True)
    with zipfile.ZipFile(made, "w") as z:
        z.write(so, "binaries/linux64/%s.so" % name)
        z.writestr("modelDescription.xml", """<?xml version="1.0"?><fmiModelDescription fmiVersion="2.0" modelName="%s" guid="g">
<CoSimulation modelIdentifier="%s"/><ModelVariables><ScalarVariable name="y" valueReference="0" causality="output"><Real/></ScalarVariable></ModelVariables>
<ModelStructure/></fmiModelDescription>""" % (name, name))
    return made


path = make("crash", source)
out = os.path.join(folder, "crash.csv")
said = subprocess.run([kron, "simulate", path, "--trust", "--stop", "1", "--intervals", "100", "-o", out], capture_output=True, text=True)
assert said.returncode == 3 and "signal 11" in said.stderr, (said.returncode, said.stderr)
rows = open(out).read().split()
assert len(rows) == 52 and rows[-1].startswith("0.5,0.5"), rows[-2:]

# One that never comes back, and does not listen to signals: when kron is killed its process ends, and its folder is removed.
spin = make("spin", source.replace("*(volatile int *)0 = 1", "for (;;) ;").replace("return \"x\"", "signal(15, (void (*)(int))1); return \"x\""))
own = os.path.join(folder, "spin.unpacked")
os.mkdir(own)
subprocess.run([kron, "import", spin, "-o", os.path.join(folder, "spin.mo"), "--quiet"], check=True)
with open(os.path.join(folder, "Spins.mo"), "w") as f:
    f.write("model Spins spin a(communicationStep = 0.01), b(communicationStep = 0.01); end Spins;")


def until(condition, what):
    for _ in range(200):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError(what)


def is_gone(pid):
    try:
        return open("/proc/%d/stat" % pid).read().rsplit(")")[1].split()[0] == "Z"
    except OSError:
        return True


def is_busy(pid):
    return sum(map(int, open("/proc/%d/stat" % pid).read().rsplit(")")[1].split()[11:13])) > 10


for command, children in ([spin], 1), (["-I", folder, "Spins"], 2):
    with subprocess.Popen([kron, "simulate", *command, "--trust", "--stop", "1", "-o", os.path.join(folder, "spin.csv")],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, TMPDIR=own)) as run:
        def started():
            return [int(x) for x in open("/proc/%d/task/%d/children" % (run.pid, run.pid)).read().split()]
        until(lambda: len(started()) == children and any(map(is_busy, started())), "it does not begin")
        pids = started()
        run.kill()
    until(lambda: all(map(is_gone, pids)), "a process of an FMU outlives kron: %s" % command)
    until(lambda: not os.listdir(own), "the folder of an FMU outlives kron: %s" % command)

# The same run interrupted: kron ends, and ends it.
with subprocess.Popen([kron, "simulate", spin, "--trust", "--stop", "1", "-o", os.path.join(folder, "spin.csv")],
                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, TMPDIR=own)) as run:
    until(lambda: started() and any(map(is_busy, started())), "it does not begin")
    pids = started()
    run.send_signal(signal.SIGINT)
    assert run.wait(20) == 130, run.returncode
    assert all(map(is_gone, pids)) and not os.listdir(own), "what an interrupt leaves"

# One that does not end when asked to: it has some seconds.
stay = make("stay", source.replace("if (t > 0.505) *(volatile int *)0 = 1", "").replace("FreeInstance(void *c) {}", "FreeInstance(void *c) { for (;;) pause(); }"))
subprocess.run([kron, "import", stay, "-o", os.path.join(folder, "stay.mo"), "--quiet"], check=True)
said = subprocess.run([kron, "simulate", "-I", folder, "stay", "--trust", "--stop", "1", "--quiet"], capture_output=True, text=True, timeout=60)
assert said.returncode == 0, (said.returncode, said.stderr)
