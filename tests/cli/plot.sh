# kron plot: pictures whose curves pass through the data, result files of both formats, errors, and
# the drawing in the terminal.
python3 - <<'EOF'
import fcntl, math, os, pty, re, struct, subprocess, sys, termios
import xml.etree.ElementTree as ET

KRON = os.environ["KRON"]
SVG = "{http://www.w3.org/2000/svg}"
faults = []


def check(good, text):
    if not good:
        faults.append(text)


def kron(*args, env=None):
    r = subprocess.run([KRON, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       env=dict(os.environ, **(env or {})))
    return r.returncode, r.stdout.decode(), r.stderr.decode()


def write_csv(path, names, rows):
    def name(n):
        return '"%s"' % n.replace('"', '""') if re.search(r'[,"]', n) else n
    with open(path, "w") as f:
        f.write(",".join(map(name, ["time"] + names)) + "\n")
        for row in rows:
            f.write(",".join(v if isinstance(v, str) else repr(float(v)) for v in row) + "\n")


# ---- Reading a picture as an eye does: positions and labels of ticks give the scale ----

def number(text):
    return float(text.replace("\u2212", "-"))


def plain(element):
    """The text without the tooltip."""
    return (element.text or "") + "".join(
        (plain(e) if e.tag != SVG + "title" else "") + (e.tail or "") for e in element)


def scale(ticks, factor, offset):
    (p, a), (q, b) = ticks[0], ticks[-1]
    a, b = a * factor + offset, b * factor + offset
    return lambda v: p + (v - a) / (b - a) * (q - p)


def note(element):
    """The factor and the offset beside an axis."""
    if element is None:
        return 1, 0
    text = plain(element).replace("\u2212", "-").replace("\u00a0", "").strip()
    m = re.match(r"(?:\u00d710(-?\d+?)(?=[+-]|$))?\s*([+-][\d.]+)?$", text)
    assert m, "a note that cannot be read: %r" % text
    return 10.0 ** int(m.group(1) or 0), float(m.group(2) or 0)


class Picture:
    def __init__(self, path):
        self.root = ET.parse(path).getroot()
        self.panels = [g for g in self.root.iter(SVG + "g") if g.get("class") == "panel"]
        self.abscissa = plain(self.one(self.root, "abscissa"))
        unit = re.search(r"\[(.*)\]", self.abscissa)
        prefix = {"ms": 1e-3, "\u00b5s": 1e-6, "ns": 1e-9, "ps": 1e-12}
        factor, offset = note(self.one(self.root, "note-x"))
        factor *= prefix.get(unit.group(1) if unit else "", 1)
        ticks = [(float(e.get("x")), number(plain(e))) for e in self.all(self.root, "tick-x")]
        self.x = scale(ticks, factor, offset)
        self.curves, self.legend = {}, [[] for _ in self.panels]
        for i, p in enumerate(self.panels):
            ticks = [(float(e.get("y")) - 4, number(plain(e))) for e in self.all(p, "tick-y")]
            check(len(ticks) >= 2, "%s: a panel with %d ticks" % (path, len(ticks)))
            y = scale(ticks, *note(self.one(p, "note-y")))
            for g in self.all(p, "curve"):
                self.curves[g.find(SVG + "title").text] = (i, y, g)
            self.legend[i] = [e.find(SVG + "title").text for e in self.all(p, "legend")]

    @staticmethod
    def all(root, name):
        return [e for e in root.iter() if e.get("class") == name]

    def one(self, root, name):
        found = self.all(root, name)
        return found[0] if found else None

    def lines(self, name):
        """The curve as lists of points."""
        path = self.curves[name][2].find(SVG + "path")
        out = []
        for part in path.get("d").split("M")[1:]:
            n = [float(s) for s in part.split()]
            out.append(list(zip(n[0::2], n[1::2])))
        return out

    def distance(self, name, t, v):
        """Pixels from a data point to the curve."""
        x, y = self.x(t), self.curves[name][1](v)
        best = math.inf
        for line in self.lines(name):
            for (xa, ya), (xb, yb) in zip(line, line[1:] or line):
                dx, dy = xb - xa, yb - ya
                length = dx * dx + dy * dy
                s = 0 if length == 0 else max(0, min(1, ((x - xa) * dx + (y - ya) * dy) / length))
                best = min(best, math.hypot(xa + s * dx - x, ya + s * dy - y))
        return best

    def overlaps(self):
        """Pairs of texts whose boxes meet; a character takes at least half its height."""
        boxes = []
        for e in self.root.iter(SVG + "text"):
            w, x, y = 6 * len(plain(e)), float(e.get("x")), float(e.get("y"))
            anchor = e.get("text-anchor") or \
                {"tick-x": "middle", "abscissa": "middle", "tick-y": "end"}.get(e.get("class"))
            x -= {"middle": w / 2, "end": w}.get(anchor, 0)
            box = (x, y - 9, x + w, y)
            if e.get("transform"):
                box = (float(e.get("x")) - 9, y - w / 2, float(e.get("x")), y + w / 2)
            boxes.append((plain(e), box))
        return [(a, b) for i, (a, p) in enumerate(boxes) for b, q in boxes[:i]
                if p[0] < q[2] and q[0] < p[2] and p[1] < q[3] and q[1] < p[3]]


def draw(path, *names):
    status, out, err = kron("plot", path, *names, "-o", "x.svg")
    check(status == 0 and not out, "%s %s: status %d %s" % (path, names, status, err))
    p = Picture("x.svg")
    check(not p.overlaps(), "%s %s: texts overlap: %s" % (path, names, p.overlaps()))
    return p


def passes(p, name, points, within=0.3):
    for t, v in points:
        d = p.distance(name, t, v)
        if not d <= within:
            faults.append("curve %s is %.2f pixels from (%g, %g)" % (name, d, t, v))
            return


# ---- Curves, panels, legend ----

wave = [(i / 100, 3 * math.sin(i / 10), 500 + 400 * math.cos(i / 20), -2 + i / 100)
        for i in range(201)]
write_csv("wave.csv", ["a", "b", 'm[1,2].<"&>'], wave)
p = draw("wave.csv", "a", "b", 'm[1,2]*')
check(len(p.panels) == 2, "different ranges: %d panels" % len(p.panels))
check(p.legend == [["a", 'm[1,2].<"&>'], ["b"]], "legend: %s" % p.legend)
check(p.abscissa == "time [s]", "abscissa: " + p.abscissa)
for k, name in enumerate(["a", "b", 'm[1,2].<"&>']):
    passes(p, name, [(row[0], row[k + 1]) for row in wave])
styles = {(e.get("stroke"), e.get("stroke-dasharray")) for e in p.root.iter(SVG + "path")
          if e.get("fill") == "none"}
check(len(styles) == 3, "three curves, %d styles" % len(styles))

# A wrong scale must be noticed.
check(p.distance("a", 0.5, 3 * math.sin(5) + 0.3) > 3, "the check of distances sees nothing")

# Two rows at an event are a vertical line; a gap is a gap; a lone value is a dot.
write_csv("jump.csv", ["x", "g", "one"],
          [(0, 0, 1, "nan"), (1, 2, 2, "nan"), (1, -3, 2.5, 2), (1.5, -3, "nan", "nan"),
           (1.7, -3, "inf", "nan"), (2, 1, 3, "nan"), (3, 0, 1, "nan")])
p = draw("jump.csv", "x", "g", "one")
passes(p, "x", [(0, 0), (1, 2), (1, 0.123), (1, -3), (1.5, -3), (2, 1), (3, 0)])
xs = [[x for x, _ in line] for line in p.lines("x")]
check(any(abs(a - b) < 0.01 for a, b in zip(xs[0], xs[0][1:])), "no vertical line at the event")
check(len(p.lines("g")) == 2, "a gap: %d lines" % len(p.lines("g")))
passes(p, "g", [(0, 1), (1, 2.5), (2, 3), (3, 1)])
check(p.distance("g", 1.6, 2.8) > 50, "the gap is drawn over")
dot = p.curves["one"][2].find(".//" + SVG + "circle")
check(dot is not None and abs(float(dot.get("cx")) - p.x(1)) < 0.1 and
      abs(float(dot.get("cy")) - p.curves["one"][1](2)) < 0.1, "the dot of a lone value")

# A logical signal holds its value and has a low panel of its own.
write_csv("logic.csv", ["u", "on"], [(i, 10 * math.sin(i / 9), i // 30 % 2) for i in range(101)])
p = draw("logic.csv", "*")
check(len(p.panels) == 2, "logical signal: %d panels" % len(p.panels))
passes(p, "on", [(29.5, 0), (30, 0), (30, 0.5), (30, 1), (59.9, 1), (60, 0.5), (60, 0)])

# Constants, one point, tiny and huge numbers, numbers that differ in late digits only.
for name, value in [("zero", lambda t: 0), ("c", lambda t: 273.15), ("tiny", lambda t: 1e-12 * t),
                    ("huge", lambda t: 4e9 * t * t), ("late", lambda t: 1e9 + 5 * math.sin(9 * t)),
                    ("pressure", lambda t: 101325 + 1e-3 * t), ("vast", lambda t: 1e280 * (t - 0.5)),
                    ("minute", lambda t: 1e-280 * t)]:
    rows = [(i / 50, value(i / 50)) for i in range(51)]
    write_csv("range.csv", [name], rows)
    passes(draw("range.csv", name), name, rows)
    write_csv("short.csv", [name], [(1e-7 * t, v) for t, v in rows])
    p = draw("short.csv", name)
    passes(p, name, [(1e-7 * t, v) for t, v in rows])
    check(p.abscissa == "time [ns]", "abscissa of 1e-7 s: " + p.abscissa)
write_csv("late.csv", ["x"], [(1e6 + i * 1e-3, i) for i in range(11)])
passes(draw("late.csv", "x"), "x", [(1e6 + i * 1e-3, i) for i in range(11)])
write_csv("one.csv", ["x"], [(2, 7)])
p = draw("one.csv", "x")
dot = p.root.find(".//" + SVG + "circle")
check(abs(float(dot.get("cx")) - p.x(2)) < 0.1, "the only point")

# Many and long names.
names = ["plant.unit[%d].a_very_long_component_name.another_very_long_component_name.heatPort_%s.T"
         % (i, "abcdefghij" * 3) for i in range(14)]
write_csv("long.csv", names, [[i] + [math.sin(i / 9 + k) for k in range(14)] for i in range(50)])
p = draw("long.csv", "*")
check(p.legend == [names], "long names in the legend")
shown = [plain(e) for e in p.all(p.root, "legend")]
check(all(len(s) < 120 and "\u2026" in s and s.endswith(".T") for s in shown), "long names: %s" % shown)
styles = {(e.get("stroke"), e.get("stroke-dasharray")) for e in p.root.iter(SVG + "path")
          if e.get("fill") == "none"}
check(len(styles) == 14, "14 curves, %d styles" % len(styles))
write_csv("many.csv", ["x%d" % i for i in range(40)], [[t] + [t + i for i in range(40)] for t in (0, 1)])
status, out, err = kron("plot", "many.csv", "*", "-o", "many.svg")
check(status == 0 and "12 are left out" in err, "40 curves: %d %s" % (status, err))

# A million points: a small file that still shows the one value that stands out.
N = 1000000
with open("million.csv", "w") as f:
    f.write("time,x,unused\n")
    f.write("".join("%d,%d,0\n" % (i, 1000 if i == 654321 else i * 7919 % 13) for i in range(N)))
p = draw("million.csv", "x")
passes(p, "x", [(654321, 1000), (N - 1, (N - 1) * 7919 % 13)], within=0.6)
check(os.path.getsize("x.svg") < 200000, "a million points: %d bytes" % os.path.getsize("x.svg"))

# ---- MAT files ----

def matrix(name, text, fmt, rows, cols, value):
    """One matrix, column by column; value(row, column)."""
    head = struct.pack("<5i", 10 * "dfih?B".index(fmt) + text, rows, cols, 0, len(name) + 1)
    body = struct.pack("<%d%s" % (rows * cols, fmt),
                       *(value(r, c) for c in range(cols) for r in range(rows)))
    return head + name.encode() + b"\0" + body


def write_mat(path, order, fmt, names, descriptions, info, constants, points):
    def put(name, text, f, table):
        rows, cols = len(table), len(table[0])
        if order == "binTrans" and name != "Aclass":
            return matrix(name, text, f, cols, rows, lambda r, c: table[c][r])
        return matrix(name, text, f, rows, cols, lambda r, c: table[r][c])

    def texts(lines):
        n = max(map(len, lines))
        return [list(line.ljust(n, b" ")) for line in lines]
    data = put("Aclass", 1, "B", texts([b"Atrajectory", b"1.1", b"", order.encode()]))
    data += put("name", 1, "B", texts([n.encode() for n in names]))
    data += put("description", 1, "B", texts(descriptions))
    data += put("dataInfo", 0, "i", info)
    data += put("data_1", 0, fmt, constants)
    data += put("data_2", 0, fmt, points)
    open(path, "wb").write(data)


points = [(i / 64, math.sin(i / 8), i // 40 % 2, 8 * math.cos(i / 8)) for i in range(129)]
names = ["time", "r.v", "r.n.v", "on", "i", "R", "minus"]
descriptions = [b"Time in [s]", b"voltage [V]", b"[V]", b"[:#(type=Boolean)]",
                b"current \xb5 [A|mA]", b"a[3] [Ohm]", b""]
info = [(0, 1, 0, -1), (2, 2, 0, -1), (2, -2, 0, -1), (2, 3, 0, -1), (2, 4, 0, -1), (1, 2, 0, 0),
        (1, -2, 0, 0)]
for order in ("binTrans", "binNormal"):
    for fmt in "df":
        write_mat("r.mat", order, fmt, names, descriptions, info, [(0, 50), (2, 50)], points)
        p = draw("r.mat", "r.*", "on", "i", "R")
        check(p.legend == [["r.v", "r.n.v"], ["on"], ["i"], ["R"]],
              "%s %s: %s" % (order, fmt, p.legend))
        units = [plain(e) for e in p.all(p.root, "unit")]
        check(units == ["[V]", "[mA]", "[\u03a9]"], "units: %s" % units)
        passes(p, "r.v", [(t, a) for t, a, _, _ in points])
        passes(p, "r.n.v", [(t, -a) for t, a, _, _ in points])
        passes(p, "i", [(t, 1000*b) for t, _, _, b in points])
        passes(p, "on", [(0, 0), (40 / 64, 0), (40 / 64, 1), (79 / 64, 1), (80 / 64, 0.5)])
        passes(p, "R", [(0, 50), (2, 50)])
        passes(draw("r.mat", "minus"), "minus", [(0, -50), (2, -50)])
        p = draw("r.mat", "*")
        check(sorted(p.curves) == ["i", "on", "r.n.v", "r.v"], "`*`: %s" % sorted(p.curves))
whole = open("r.mat", "rb").read()

# ---- From a run ----

root = os.environ["ROOT"]
status, out, err = kron("simulate", root + "/examples/SeriesResonance.mo", "-o", "run.csv",
                        "--plot", "c.v")
check(status == 0 and "c.v [V]" in out and "time [s]" in out, "simulate --plot: %s%s" % (out, err))
p = draw("run.csv", "c.v", "source.v")
passes(p, "source.v", [(0.005, 0), (0.01, 5), (0.02, 10), (0.15, 10)])

# ---- Errors ----

def fails(want, text, *args):
    status, out, err = kron("plot", *args)
    check(status == want and text in err and not out and err.count("\n") == 1,
          "%s: status %d, %r" % (args, status, out + err))


fails(1, "No such file", "none.csv", "x")
fails(1, "directory", ".", "x")
fails(2, "did you mean `r.n.v`?", "r.mat", "r.n.w")
fails(2, "no variable in wave.csv matches `q*`", "wave.csv", "q*")
fails(2, "FILE.png", "wave.csv", "a", "-o", "a.jpg")
fails(2, "cannot write", "wave.csv", "a", "-o", "none/a.svg")
status, out, err = kron("plot", "wave.csv")
check(status == 2 and "which variables?" in err and "\n  b\n" in err, "no names: %s" % err)
open("empty.csv", "w")
fails(1, "empty", "empty.csv", "x")
open("head.csv", "w").write("time,x\n")
fails(1, "no points", "head.csv", "x")
open("bad.csv", "w").write("time,x\n0,1\n1,abc\n")
fails(1, "line 3: the value of `x` is not a number", "bad.csv", "x")
open("bad.csv", "w").write("time,x\n0,1\n1,2,3\n")
fails(1, "line 3: 3 values for 2 names", "bad.csv", "x")
open("bad.csv", "w").write("0,1\n1,2\n")
fails(1, "numbers instead of names", "bad.csv", "x")
open("bad.csv", "wb").write(bytes(range(256)) * 9)
fails(1, "neither", "bad.csv", "x")
open("bad.mat", "wb").write(b"MATLAB 5.0 MAT-file" + bytes(200))
fails(1, "later version", "bad.mat", "x")
open("cut.csv", "w").write("time,x\n0,1\n1,2\n2,3.1")
status, out, err = kron("plot", "cut.csv", "x", "-o", "x.svg")
check(status == 0 and "not complete" in err, "a cut line: %d %s" % (status, err))
passes(Picture("x.svg"), "x", [(0, 1), (1, 2)])
for n in (60, 200, len(whole) - 5 * 129 * 4):
    open("cut.mat", "wb").write(whole[:n])
    status, out, err = kron("plot", "cut.mat", "r.v")
    check(status == 1 and "cut short" in err, "%d bytes of a MAT file: %d %s" % (n, status, err))
write_mat("r.mat", "binTrans", "d", names, descriptions, info, [(0, 50), (2, 50)], points)
open("cut.mat", "wb").write(open("r.mat", "rb").read()[:-8 * 4 * 28 - 3])
status, out, err = kron("plot", "cut.mat", "i", "-o", "x.svg")
check(status == 0 and "cut short" in err, "a cut run: %d %s" % (status, err))
passes(Picture("x.svg"), "i", [(t, 1000*b) for t, _, _, b in points[:100]])

# ---- The terminal ----

status, out, err = kron("plot", "wave.csv", "a", "m*", env={"COLUMNS": "60"})
check(status == 0 and "\033" not in out, "colours in a pipe")
check(max(map(len, out.splitlines())) <= 60, "wider than 60 columns")
check("a a   b m[1,2]" in out and "time [s]" in out, "names: " + out.splitlines()[0])
# The sine at t = pi/20, its first maximum, is in the first row; ticks stand at their rows.
body = [line for line in out.splitlines() if re.match(r" *-?[\d.]* ?[\u2502\u2524]", line)]
labels = {float(m.group(1)): i for i, m in
          enumerate(re.match(r" *(-?[\d.]+)\u2524", line) for line in body) if m}
check(len(labels) >= 3 and all(abs(row - (3 - v) / 6 * 15.5) <= 1 for v, row in labels.items()),
      "rows of ticks: %s" % labels)


def in_terminal(columns, **env):
    pid, fd = pty.fork()
    if pid == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        clean = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR")}
        os.execve(KRON, [KRON, "plot", "wave.csv", "a", "m*"], dict(clean, TERM="xterm", **env))
    data = b""
    while True:
        try:
            more = os.read(fd, 65536)
        except OSError:
            more = b""
        if not more:
            break
        data += more
    os.waitpid(pid, 0)
    return data.decode()


text = in_terminal(100)
check("\033[38;5;" in text, "no colours on a terminal")
wide = max(len(re.sub(r"\033\[[\d;]*m", "", line)) for line in text.splitlines())
check(95 <= wide <= 100, "%d columns used of 100" % wide)
check("\033" not in in_terminal(100, NO_COLOR="1"), "NO_COLOR is not respected")

print("\n".join(faults))
sys.exit(1 if faults else 0)
EOF
