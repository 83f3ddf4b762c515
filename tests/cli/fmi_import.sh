# FMUs as components of models (docs/fmi.md): `kron import` writes a Modelica model whose FMU is called during the
# run. Two coupled FMUs converge to the whole model with the communication step; all types, events, several
# instances, parameters, sweeps; consent, crashes, missing files.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
mkdir unpacked Lib
export TMPDIR=$PWD/unpacked
parts=$ROOT/tests/fmi/Parts.mo
fail() { echo "$1"; exit 1; }

cat > Lib/Coupled.mo <<'MODEL'
model Coupled "connected as if they were models"
  parameter Real h = 0.02;
  parameter Boolean linear = false;
  Mass mass(communicationStep = h, extrapolate = linear);
  Spring spring(communicationStep = h, extrapolate = linear);
equation
  connect(mass.x, spring.x);
  connect(mass.v, spring.v);
  connect(spring.f, mass.f);
  annotation(experiment(StopTime = 4));
end Coupled;
MODEL
cat > Lib/Several.mo <<'MODEL'
model Several "instances of one FMU, in a loop with equations"
  Mass a(m = 1, communicationStep = 0.01), b(m = 4, communicationStep = 0.01);
  Real force(start = 0, fixed = true);
equation
  der(force) = 1;
  a.f = force;
  b.f = force;
end Several;
MODEL
cat > Lib/Use.mo <<'MODEL'
model Use
  Box box(k = 3, M = {{1, 0}, {2, 1}}, communicationStep = 0.1);
equation
  box.u = 2;
  box.w = {1, 5};
  box.i = if time > 0.5 then 7 else 0;
  box.b = time > 0.333 and time < 0.777;
  box.g = if time > 0.5 then Box.'Parts.Gear'.low else Box.'Parts.Gear'.high;
end Use;
MODEL

cat > Lib/Talk.mo <<'MODEL'
model Talk "String inputs and outputs: an input that changes between communication points is one of them"
  Words a(communicationStep = 0.1), b(communicationStep = 0.1);
  Boolean first, later, twice, high;
equation
  a.s = if time < 0.33 then "begin" else "later on";
  b.s = a.y;
  a.u = 1;
  b.u = 0;
  first = a.y == "begin!";
  later = a.y == "later on!";
  twice = b.y == "later on!!";
  high = a.level == "high";
end Talk;
MODEL

"$KRON" simulate "$parts:Parts.Whole" --quiet --tolerance 1e-9 -o whole.csv
for version in 2 3; do
    for part in Mass Spring Box Words; do
        "$KRON" translate "$parts:Parts.$part" --to fmu$version --type cs --quiet -o $part.fmu
        "$KRON" import $part.fmu -o Lib --quiet
    done
    for linear in false true; do
        for h in 0.02 0.01; do
            "$KRON" simulate -I Lib Coupled --trust --quiet --set h=$h --set linear=$linear -o $linear$h.csv > said 2>&1 || fail "$(cat said)"
            [ ! -s said ] || fail "$(cat said)"
        done
    done
    "$KRON" simulate -I Lib Several --trust --quiet -o several.csv
    "$KRON" simulate -I Lib Use --trust --quiet -o use.csv
    "$KRON" simulate -I Lib Talk --trust --quiet -o talk.csv
    "$KRON" simulate -I Lib Use --trust --set box.k=100 --set 'box.text="other"' -o ended.csv > said 2>&1
    python3 - <<'PY' || fail "FMI $version"
import csv
def read(name):
    rows = list(csv.reader(open(name)))
    return [dict(zip(rows[0], map(float, r))) for r in rows[1:]]
def at(rows, t):
    return [r for r in rows if abs(r["time"] - t) < 1e-9][-1]
whole = at(read("whole.csv"), 4)
def error(name):
    end = at(read(name), 4)
    return max(abs(end[n] - whole[n]) for n in ("mass.x", "mass.v"))
held, held2, linear, linear2 = [error(n) for n in ("false0.02.csv", "false0.01.csv", "true0.02.csv", "true0.01.csv")]
assert 1.7 < held/held2 < 2.3 and held2 < 0.06, (held, held2)              # first order
assert 3.3 < linear/linear2 < 4.7 and linear2 < held2/10, (linear, linear2)  # second
# x = 1 + t^3/(6 m), with the force of the communication point before
end = at(read("several.csv"), 1)
assert abs(end["a.x"] - 7/6) < 0.01 and abs(end["b.x"] - 1 - 1/24) < 0.003 and end["a.x"] != 7/6, end
rows = read("use.csv")
for t in 0, 0.25, 0.45, 0.6, 1:
    r, point = at(rows, t), int(10*t + 1e-9)/10
    b = 0.333 < t < 0.777
    assert abs(r["box.y"] - 6 - point) < 1e-6, (t, r["box.y"])
    assert r["box.z[1]"] == 1 and r["box.z[2]"] == 7 and r["box.same"] == 1, r
    assert r["box.c"] == b and r["box.changes"] == (t > 0.4) + (t > 0.8), (t, r["box.c"], r["box.changes"])
    assert r["box.h"] == (2 if not b or t < 0.5 else 1), (t, r["box.h"])
assert at(rows, 1)["box.j"] == 10 and at(rows, 0.45)["box.j"] == 3, rows[-1]
talk = read("talk.csv")
for t, words in ((0, (1, 0, 0, 0)), (0.25, (1, 0, 0, 0)), (0.35, (1, 0, 0, 0)), (0.45, (0, 1, 0, 0)), (0.55, (0, 1, 1, 1))):
    assert tuple(at(talk, t)[n] for n in ("first", "later", "twice", "high")) == words, (t, at(talk, t))
ended = read("ended.csv")
assert abs(ended[-1]["time"] - 1) < 1e-9 and ended[-1]["box.same"] == 0, ended[-1]
PY
    grep -q "the FMU ends the simulation" said || fail "terminate: $(cat said)"
done
python3 - <<'PY' || fail "dependencies of an array"
import xml.etree.ElementTree as tree, zipfile
root = tree.parse(zipfile.ZipFile("Box.fmu").open("modelDescription.xml")).getroot()
of = {v.get("name"): v.get("valueReference") for v in root.find("ModelVariables")}
on = {o.get("valueReference"): o.get("dependencies").split() for o in root.iter("Output")}
assert on[of["z"]] == [of["w"]] and sorted(on[of["y"]]) == sorted([of["u"], of["x"]]), (of, on)
PY
grep -q 'parameter Real m(unit = "kg", min = 0.1) = 2 "mass";' Lib/Mass.mo || fail "attributes: $(cat Lib/Mass.mo)"
grep -q "RealInput w\[2\](start = {0, 0})" Lib/Box.mo || fail "arrays: $(cat Lib/Box.mo)"
"$KRON" translate "$parts:Parts.Box" --to fmu2 --type cs --quiet -o Box.fmu
"$KRON" import Box.fmu -o - | grep -q "RealInput w\[2\](start = {0, 0})" || fail "arrays of FMI 2"
"$KRON" import Box.fmu -o Lib/Renamed.mo --quiet && grep -q "^model Renamed" Lib/Renamed.mo || fail "another name"

"$KRON" import Box.fmu -o Lib --json | python3 -c 'import json, sys; a = json.load(sys.stdin); assert (a["model"], a["file"], a["status"]) == ("Box", "Lib/Box.mo", 0), a' || fail "--json"

python3 "$ROOT/tests/fmi/sized.py" "$KRON" "$PWD" "$ROOT/rt/fmi/fmi3.h" || fail "sizes"

# Names of all kinds: words that the class uses, subscripts, what Modelica's names cannot have. None is written twice.
python3 - <<'PY'
import html, zipfile
names = ["size", "ExternalObject", "a[1]", "a[2]", "a", "b[01]", "b[+1]", "\u00e4", "\u20ac", "_u00E4", "it's \\", 'x;"*/', "//", "end", "t\np u", "der(size)"]
with zipfile.ZipFile("Names.fmu", "w") as z:
    z.writestr("modelDescription.xml", '<?xml version="1.0"?><fmiModelDescription fmiVersion="2.0" modelName="n" guid="g">'
               '<CoSimulation modelIdentifier="n"/><ModelVariables>%s</ModelVariables><ModelStructure/></fmiModelDescription>' % "".join(
                   '<ScalarVariable name="%s" valueReference="%d" causality="%s"><Real%s/></ScalarVariable>' %
                   (html.escape(n).replace("\n", "&#10;"), i, ("output", "parameter")[i % 2], ("", ' start="1"')[i % 2])
                   for i, n in enumerate(names)))
PY
"$KRON" import Names.fmu -o Lib --quiet
"$KRON" check -I Lib Names --quiet || fail "names: $(cat Lib/Names.mo)"

# A run after the other, each from the start.
"$KRON" sweep -I Lib Several --trust --quiet --vary a.m=1,2,1 --vars a.x -o sweep.csv
python3 - <<'PY' || fail "a sweep: $(cat sweep.csv)"
import csv
rows = list(csv.DictReader(open("sweep.csv")))
x = [float(r["a.x.final"]) for r in rows]
assert len(x) == 3 and x[0] == x[2] and abs(x[0] - 7/6) < 0.01 and abs(x[1] - 1 - 1/12) < 0.005, rows
PY

# Consent, and what can be wrong.
wrong() { # TEXT COMMAND...
    text=$1
    shift
    "$@" > said 2>&1 < /dev/null && fail "no error: $*"
    grep -q -- "$text" said || fail "$text: $(cat said)"
}
wrong "contains a program of others: --trust" "$KRON" simulate -I Lib Several
KRON_TRUSTED=$PWD "$KRON" simulate -I Lib Several --quiet < /dev/null || fail "a trusted folder is not trusted"
wrong "cannot be read: No such file" "$KRON" simulate -I Lib Several --trust --set 'a.fmu="nowhere.fmu"'
wrong "has no variable .m. as it had" "$KRON" simulate -I Lib Several --trust --set "a.fmu=\"$PWD/Box.fmu\""
"$KRON" translate "$parts:Parts.Mass" --to fmu2 --type me --quiet -o Me.fmu
wrong "is not for Co-Simulation" "$KRON" import Me.fmu -o Lib
wrong "an FMU cannot contain" "$KRON" translate -I Lib Several --to fmu2 -o S.fmu

# A crash: a message, and the result up to there.
python3 "$ROOT/tests/fmi/hostile.py" "$KRON" . || fail "hostile.py"
"$KRON" import crash.fmu -o Lib --quiet
cat > Lib/Crashes.mo <<'MODEL'
model Crashes
  crash c(communicationStep = 0.01);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
end Crashes;
MODEL
wrong "ended by signal 11" "$KRON" simulate -I Lib Crashes --trust -o crash.csv
tail -n 1 crash.csv | grep -q '^0.5' || fail "the result of a crash: $(tail -n 1 crash.csv)"
[ -z "$(ls -A "$TMPDIR")" ] || fail "something is left: $(ls "$TMPDIR")"
