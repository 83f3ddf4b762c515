"""scheduled.py KRON FOLDER HEADER: an FMU with clocks made of a few lines of C, run by them in all three ways."""
import csv, os, re, subprocess, sys, zipfile

kron, folder, header = sys.argv[1:]
DESCRIPTION = """<?xml version="1.0"?>
<fmiModelDescription fmiVersion="3.0" modelName="s" instantiationToken="t">
%s<DefaultExperiment stopTime="1" stepSize="0.25"/>
<ModelVariables><Float64 name="time" valueReference="0" causality="independent"/>
<Clock name="every" valueReference="1" causality="input" intervalVariability="constant" intervalDecimal="0.2" shiftDecimal="0.1" priority="2"/>
<Clock name="given" valueReference="2" causality="input" intervalVariability="triggered" priority="1"/>
<Clock name="later" valueReference="3" causality="input" intervalVariability="countdown" priority="3"/>
<Int32 name="ticks" valueReference="4" causality="output" variability="discrete"/>
<Int32 name="order" valueReference="5" causality="output" variability="discrete"/>
</ModelVariables><ModelStructure/></fmiModelDescription>"""
# `later` counts down 0.05 from each tick of `given`; `order` has the clocks in the order of their ticks, as digits.
OWN = {
    "InstantiateScheduledExecution": 'void *fmi3InstantiateScheduledExecution() { return "x"; }',
    "InstantiateCoSimulation": 'void *fmi3InstantiateCoSimulation() { return "x"; }',
    "InstantiateModelExchange": 'void *fmi3InstantiateModelExchange() { return "x"; }',
    "SetClock": """int fmi3SetClock(void *c, const unsigned *r, unsigned long n, const char *x)
        { return fmi3ActivateModelPartition(c, *r, 0); }""",
    "UpdateDiscreteStates": "int fmi3UpdateDiscreteStates(void *c, char *again) { *again = 0; return 0; }",
    "ActivateModelPartition": """static int ticks, order, due; int fmi3ActivateModelPartition(void *c, unsigned r, double t)
        { ticks++; order = order % 100000 * 10 + r; if (r == 2) due = 1; return 0; }""",
    "GetIntervalDecimal": """int fmi3GetIntervalDecimal(void *c, const unsigned *r, unsigned long n, double *x, int *q)
        { *x = 0.05; *q = due ? 2 : 0; due = 0; return 0; }""",
    "DoStep": "int fmi3DoStep(void *c, double t, double h) { return h > 0 ? 0 : 3; }",
    "GetInt32": """int fmi3GetInt32(void *c, const unsigned *r, unsigned long n, int *x, unsigned long m)
        { *x = *r == 4 ? ticks : order; return 0; }""",
}
names = re.findall(r"X\([\w \*]+, (\w+),", open(header).read())
assert set(OWN) <= set(names) and len(names) > 60, names
source = "\n".join(OWN[n] if n in OWN else "int fmi3%s() { return 0; }" % n
                   for n in sorted(names, key=lambda n: n != "ActivateModelPartition"))
so = os.path.join(folder, "s.so")
subprocess.run(["cc", "-shared", "-fPIC", "-w", "-x", "c", "-", "-o", so], input=source, text=True, check=True)
with open(os.path.join(folder, "s_in.csv"), "w") as f:
    f.write("time,given\n0,1\n0.3,1\n0.5,0\n")
want = {0: (1, 2), 0.05: (2, 23), 0.1: (3, 231), 0.25: (3, 231), 0.3: (5, 23121), 0.35: (6, 231213), 0.5: (7, 312131),
        0.7: (8, 121311), 0.75: (8, 121311), 0.9: (9, 213111), 1: (9, 213111)}
for kind in "ScheduledExecution", "CoSimulation", "ModelExchange":
    fmu, made = os.path.join(folder, "s.fmu"), os.path.join(folder, "s.csv")
    with zipfile.ZipFile(fmu, "w") as z:
        events = ' hasEventMode="true"' if kind == "CoSimulation" else ""
        z.writestr("modelDescription.xml", DESCRIPTION % ('<%s modelIdentifier="s"%s/>' % (kind, events)))
        z.write(so, "binaries/x86_64-linux/s.so")
    subprocess.run([kron, "simulate", fmu, "--trust", "--quiet", "--input", os.path.join(folder, "s_in.csv"), "-o", made], check=True)
    rows = {round(float(r["time"]), 9): (int(r["ticks"]), int(r["order"])) for r in csv.DictReader(open(made))}  # after events
    assert rows == want, (kind, rows)

# An output clock that ticks with `every`, and arrays of Strings.
OWN["ActivateModelPartition"] = OWN["ActivateModelPartition"].replace("ticks++;", "ticks++; fired |= r == 1;").replace("static int", "static int fired,")
OWN["UpdateDiscreteStates"] = "int fmi3UpdateDiscreteStates(void *c, char *again) { fired = *again = 0; return 0; }"
OWN["GetClock"] = "int fmi3GetClock(void *c, const unsigned *r, unsigned long n, char *x) { *x = *r == 6 && fired; return 0; }"
OWN["SetString"] = """static char word[2][9]; int fmi3SetString(void *c, const unsigned *r, unsigned long n, const char **x, unsigned long m)
        { for (int i = 0; i < 2; i++) __builtin_strcpy(word[i], x[i]); return *r == 7 && m == 2 ? 0 : 3; }"""
OWN["GetString"] = """int fmi3GetString(void *c, const unsigned *r, unsigned long n, const char **x, unsigned long m)
        { x[0] = word[1]; x[1] = word[0]; return *r == 8 && m == 2 ? 0 : 3; }"""
source = "\n".join(OWN[n] if n in OWN else "int fmi3%s() { return 0; }" % n
                   for n in sorted(names, key=lambda n: (n != "ActivateModelPartition", n != "SetString")))
DESCRIPTION = DESCRIPTION.replace("</ModelVariables>", """<Clock name="out" valueReference="6" causality="output" intervalVariability="triggered"/>
<String name="words" valueReference="7" causality="parameter" variability="fixed"><Dimension start="2"/><Start value="a"/><Start value="b"/></String>
<String name="said" valueReference="8" causality="output" variability="discrete"><Dimension start="2"/></String></ModelVariables>""")

# As a component: `given` is a Boolean input that ticks when it becomes true, outputs are those before the ticks of a point. A countdown
# of 0 ends where it began, after what ticks there, without a step.
for wait in "0.05", "0":
    subprocess.run(["cc", "-shared", "-fPIC", "-w", "-x", "c", "-", "-o", so], input=source.replace("*x = 0.05", "*x = " + wait), text=True, check=True)
    with zipfile.ZipFile(fmu, "w") as z:
        z.writestr("modelDescription.xml", DESCRIPTION % ('<CoSimulation modelIdentifier="s" hasEventMode="true" '
                                                          'canHandleVariableCommunicationStepSize="true"/>'))
        z.write(so, "binaries/x86_64-linux/s.so")
    subprocess.run([kron, "import", fmu, "-o", os.path.join(folder, "Ticked.mo"), "--quiet"], check=True)
    with open(os.path.join(folder, "Ticks.mo"), "w") as f:
        f.write("""model Ticks
  Ticked t(words = {t.words[2] + "x", "y"}), plain(given = false);
  Boolean right = t.said[1] == "y" and t.said[2] == "yx" and plain.said[1] == "b";
equation
  t.given = time < 0.1 or (time >= 0.3 and time < 0.4);
  annotation(experiment(StopTime = 1));
end Ticks;
""")
    subprocess.run([kron, "simulate", "-I", folder, os.path.join(folder, "Ticks.mo"), "--trust", "--quiet", "-o", made, "--intervals", "4"],
                   check=True)
    rows = {round(float(r["time"]), 9): (int(r["t.ticks"]), int(r["t.order"]), int(r["t.out"]), r["right"]) for r in csv.DictReader(open(made))}
    want = {0: (0, 0, 0, "1"), 0.25: (3, 231, 1, "1"), 0.5: (6, 231213, 2, "1"), 0.75: (8, 121311, 4, "1"), 1: (9, 213111, 5, "1")}
    assert {t: rows[t] for t in want} == want, rows

# Countdowns of 0 without an end are told in all ways, and end the run.
subprocess.run(["cc", "-shared", "-fPIC", "-w", "-x", "c", "-", "-o", so], input=source.replace("if (r == 2) due = 1", "due = 1").replace(
    "*x = 0.05", "*x = 0"), text=True, check=True)
for kind in "ScheduledExecution", "CoSimulation", "ModelExchange", "component":
    with zipfile.ZipFile(fmu, "w") as z:
        events = ' hasEventMode="true"' if kind[0] in "Cc" else ""
        z.writestr("modelDescription.xml", DESCRIPTION % ('<%s modelIdentifier="s"%s/>' % (kind.replace("component", "CoSimulation"), events)))
        z.write(so, "binaries/x86_64-linux/s.so")
    what = [fmu] if kind != "component" else ["-I", folder, os.path.join(folder, "Ticks.mo")]
    said = subprocess.run([kron, "simulate"] + what + ["--trust", "--quiet"],
                          capture_output=True, text=True, timeout=60)
    assert said.returncode and "ticked 10000 times at time 0" in said.stderr and "`later`" in said.stderr, (kind, said)
