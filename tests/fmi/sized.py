"""sized.py KRON FOLDER HEADER: an FMU whose arrays have the sizes that structural parameters say, run and imported with others.

x[rows, columns] is a parameter, y[rows] its sums by row, s the sum of all: what the FMU computes, so that a wrong order or size shows."""
import csv, os, re, subprocess, sys, zipfile

kron, folder, header = sys.argv[1:]
DESCRIPTION = """<?xml version="1.0"?>
<fmiModelDescription fmiVersion="3.0" modelName="z" instantiationToken="t">
<CoSimulation modelIdentifier="z"/><DefaultExperiment stopTime="1" stepSize="0.5"/>
<ModelVariables><Float64 name="time" valueReference="0" causality="independent"/>
<Float64 name="x" valueReference="3" causality="parameter" variability="tunable" start="1 2 3 4 5 6"><Dimension valueReference="1"/><Dimension valueReference="2"/></Float64>
<UInt64 name="rows" valueReference="1" causality="structuralParameter" variability="fixed" start="2"/>
<UInt64 name="columns" valueReference="2" causality="structuralParameter" variability="fixed" start="3"/>
<UInt64 name="order" valueReference="6" causality="structuralParameter" variability="fixed" start="1 2"><Dimension start="2"/></UInt64>
<Float64 name="y" valueReference="4" causality="output"><Dimension valueReference="1"/></Float64>
<Float64 name="s" valueReference="5" causality="output"/>
</ModelVariables><ModelStructure><Output valueReference="4"/><Output valueReference="5"/></ModelStructure></fmiModelDescription>"""
OWN = {
    "InstantiateCoSimulation": 'void *fmi3InstantiateCoSimulation() { return "z"; }',
    "EnterConfigurationMode": "static int configuring; int fmi3EnterConfigurationMode() { configuring = 1; return 0; }",
    "ExitConfigurationMode": "int fmi3ExitConfigurationMode() { configuring = 0; return 0; }",
    "SetUInt64": """static unsigned long size[3] = {0, 2, 3}; int fmi3SetUInt64(void *c, const unsigned *r, unsigned long n,
        const unsigned long *x, unsigned long m) { if (!configuring || *r > 2) return 3; size[*r] = *x; return 0; }""",
    "SetFloat64": """static double x[1000] = {1, 2, 3, 4, 5, 6}; int fmi3SetFloat64(void *c, const unsigned *r, unsigned long n, const double *v,
        unsigned long m) { if (*r != 3 || m != size[1] * size[2]) return 3; for (int i = 0; i < m; i++) x[i] = v[i]; return 0; }""",
    "GetUInt64": """int fmi3GetUInt64(void *c, const unsigned *r, unsigned long n, unsigned long *v, unsigned long m)
        { *v = size[*r]; return 0; }""",
    "GetFloat64": """int fmi3GetFloat64(void *c, const unsigned *r, unsigned long n, double *v, unsigned long m) {
        unsigned long want = 0, k;
        for (k = 0; k < n; k++) want += r[k] == 3 ? size[1] * size[2] : r[k] == 4 ? size[1] : 1;
        if (want != m) return 3;
        for (k = 0; k < n; k++) {
            if (r[k] == 3) for (int i = 0; i < size[1] * size[2]; i++) *v++ = x[i];
            double all = 0;
            for (int i = 0; i < size[1]; i++) { double y = 0;
                for (int j = 0; j < size[2]; j++) y += x[i * size[2] + j];
                if (r[k] == 4) *v++ = y; all += y; }
            if (r[k] == 5) *v++ = all; if (r[k] == 0) *v++ = 0; }
        return 0; }""",
}
names = re.findall(r"X\([\w \*]+, (\w+),", open(header).read())
assert set(OWN) <= set(names) and len(names) > 60, names
first = ["EnterConfigurationMode", "SetUInt64", "SetFloat64"]
source = "\n".join(OWN[n] if n in OWN else "int fmi3%s() { return 0; }" % n
                   for n in first + [n for n in names if n not in first])
so, fmu, made = (os.path.join(folder, n) for n in ("z.so", "z.fmu", "z.csv"))
subprocess.run(["cc", "-shared", "-fPIC", "-w", "-x", "c", "-", "-o", so], input=source, text=True, check=True)
with zipfile.ZipFile(fmu, "w") as z:
    z.writestr("modelDescription.xml", DESCRIPTION)
    z.write(so, "binaries/x86_64-linux/z.so")


def last(*args):
    subprocess.run([kron, "simulate", *args, "--trust", "--quiet", "-o", made], check=True)
    return list(csv.DictReader(open(made)))[-1]


row = last(fmu)
assert (float(row["y[1]"]), float(row["y[2]"]), float(row["s"])) == (6, 15, 21), row
row = last(fmu, "--set", "rows=3", "--set", "columns=2", "--set", "x[3,2]=60")  # the rest of the start values stays
assert (float(row["y[1]"]), float(row["y[2]"]), float(row["y[3]"]), float(row["s"])) == (3, 7, 65, 75), row
wrong = subprocess.run([kron, "simulate", fmu, "--trust", "--set", "rows=1.5"], capture_output=True, text=True)
assert wrong.returncode == 1 and "size of an array" in wrong.stderr, wrong
for setting, what in (("rows=2x", "`rows` cannot be `2x`"), ("rows.start=2", "of structural parameters"), ("order=3", "of structural parameters")):
    wrong = subprocess.run([kron, "simulate", fmu, "--trust", "--set", setting], capture_output=True, text=True)
    assert wrong.returncode and what in wrong.stderr, wrong
subprocess.run([kron, "import", fmu, "-o", os.path.join(folder, "Small.mo"), "--quiet"], check=True)
subprocess.run([kron, "import", fmu, "-o", os.path.join(folder, "Large.mo"), "--quiet", "--set", "rows=9", "--set", "rows=4", "--set", "columns=1"], check=True)
with open(os.path.join(folder, "Sizes.mo"), "w") as f:
    f.write("""model Sizes
  Small a, b(x = {{1, 1, 1}, {2, 2, 2}});
  Large c(x = {{1}, {10}, {100}, {1000}});
  Integer n = c.rows;
  annotation(experiment(StopTime = 1));
end Sizes;
""")
row = last("-I", folder, os.path.join(folder, "Sizes.mo"))
assert [float(row[n]) for n in ("a.y[2]", "a.s", "b.y[1]", "b.y[2]", "c.y[4]", "c.s", "n")] == [15, 21, 3, 6, 1000, 1111, 4], row
wrong = subprocess.run([kron, "import", fmu, "-o", folder, "--set", "x=1"], capture_output=True, text=True)
assert wrong.returncode == 2 and "structural" in wrong.stderr, wrong
