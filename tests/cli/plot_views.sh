# kron plot: several files, x-y plots, ranges, logarithmic axes, numbers as JSON, PNG, PDF and EPS.
python3 - <<'EOF'
import csv, json, math, os, re, struct, subprocess, sys, zlib
import xml.etree.ElementTree as ET

KRON = os.environ["KRON"]
faults = []


def check(good, text):
    if not good:
        faults.append(text)


def kron(*args, status=0):
    r = subprocess.run([KRON, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    check(r.returncode == status, "%s: status %d: %s" % (args, r.returncode, r.stderr.decode()))
    return r.stdout, r.stderr.decode()


def write(path, names, rows):
    with open(path, "w", newline="") as f:
        csv.writer(f, lineterminator="\n").writerows([names] + rows)


def points(svg, name):
    """The frame of the panel that has the curve, and the curve's points as pixels."""
    for panel in ET.parse(svg).iter("{http://www.w3.org/2000/svg}g"):
        if panel.get("class") != "panel":
            continue
        frame = next(r for r in panel.iter("{http://www.w3.org/2000/svg}rect") if r.get("class") == "frame")
        box = [float(frame.get(k)) for k in ("x", "y", "width", "height")]
        for g in panel:
            title = g.find("{http://www.w3.org/2000/svg}title")
            if g.get("class") == "curve" and title is not None and title.text == name:
                path = g.find("{http://www.w3.org/2000/svg}path").get("d")
                lines = [[tuple(map(float, p)) for p in re.findall(r"(-?[\d.]+) (-?[\d.]+)", part)]
                         for part in path.split("M")[1:]]
                return box, lines
    faults.append("no curve %s in %s" % (name, svg))
    return [0, 0, 1, 1], []


n = 400
t = [i*2*math.pi/n for i in range(n + 1)]
write("circle.csv", ["time", "x", "y"], [[a, math.cos(a), 2*math.sin(a)] for a in t])
write("other.csv", ["time", "x", "z"], [[a/2, 3*math.cos(a), 0.5] for a in t[::7]])
write("power.csv", ["time", "p", "q"], [[10**(i/50), 10**(i/25) - 0, 3*10**(-i/50)] for i in range(201)])

# x-y: an ellipse in the frame, to the pixel
kron("plot", "circle.csv", "--x", "x", "y", "-o", "xy.svg")
(x0, y0, w, h), lines = points("xy.svg", "y")
for i, (px, py) in enumerate(p for line in lines for p in line):
    x = 2*(px - x0)/w - 1
    y = 1.1*2*(1 - 2*(py - y0)/h)
    check(abs(x*x + (y/2)**2 - 1) < 0.02, "x-y: %g %g" % (x, y))
check(len(lines[0]) > 100, "x-y: few points")
check(b"x" in kron("plot", "circle.csv", "--x", "x", "y")[0], "x-y in the terminal")
check("did you mean" in kron("plot", "circle.csv", "--x", "xx", "y", status=2)[1], "--x without variable")

# ranges: the curve is cut at the frame, and reaches it
kron("plot", "circle.csv", "y", "--x-range", "1:4", "--y-range=-1:1.5", "-o", "cut.svg")
(x0, y0, w, h), lines = points("cut.svg", "y")
for px, py in (p for line in lines for p in line):
    check(x0 - .01 <= px <= x0 + w + .01 and y0 - .01 <= py <= y0 + h + .01, "cut: %g %g" % (px, py))
    a = 1 + 3*(px - x0)/w
    check(abs(1.5 - 2.5*(py - y0)/h - 2*math.sin(a)) < 0.02, "cut: value at %g" % a)
check(min(p[1] for l in lines for p in l) < y0 + .01 and max(p[1] for l in lines for p in l) > y0 + h - .01, "cut: ends")

# logarithmic axes: straight lines
kron("plot", "power.csv", "p", "--log", "xy", "-o", "log.svg")
(x0, y0, w, h), lines = points("log.svg", "p")
for px, py in lines[0]:
    u = (px - x0)/w
    v = (y0 + h - py)/h
    check(abs(v - (0.05 + 0.9909*u*1.0)/1.1) < 0.06, "log: %g %g" % (u, v))
slope = [(b[1] - a[1])/(b[0] - a[0]) for a, b in zip(lines[0], lines[0][1:]) if b[0] > a[0] + .2]
check(max(slope) - min(slope) < 0.15*abs(slope[0]), "log: no straight line")
text = open("log.svg").read()
check(">10000<" in text and ">100<" in text, "log: labels")
kron("plot", "power.csv", "p", "--log", "y", "--y-range=-1:3", status=2)
kron("plot", "power.csv", "p", "--log", "z", status=2)
kron("plot", "power.csv", "p", "--x-range", "3", status=2)

# several files with times of their own; numbers as they are
kron("plot", "circle.csv", "other.csv", "x", "-o", "two.svg")
for name in "x (circle.csv)", "x (other.csv)":
    points("two.svg", name)
d = json.loads(kron("plot", "circle.csv", "other.csv", "x", "--json")[0])
check(d["schema"] == 1 and d["status"] == 0 and d["abscissa"] == "time", "json")
check([len(c["x"]) for c in d["curves"]] == [n + 1, len(t[::7])], "json: points")
check(all(abs(v - 3*math.cos(2*a)) < 1e-9 for a, v in zip(d["curves"][1]["x"], d["curves"][1]["y"])), "json: values")
kron("plot", "circle.csv", "other.csv", "y", status=2)      # only one of them has it

# other formats
if subprocess.run(["sh", "-c", "ldconfig -p 2>/dev/null | grep -q libcairo.so.2 || ls /usr/lib/*/libcairo.so.2 > /dev/null 2>&1"]).returncode == 0:
    kron("plot", "circle.csv", "x", "y", "-o", "c.png")
    data = open("c.png", "rb").read()
    check(data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">I", data[16:20])[0] == 1440, "PNG")
    at, pixels = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        pixels += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    raw = zlib.decompress(pixels)
    check(len(set(raw)) > 20, "PNG: empty")
    kron("plot", "circle.csv", "x", "-o", "c.pdf")
    check(open("c.pdf", "rb").read(5) == b"%PDF-", "PDF")
    kron("plot", "circle.csv", "x", "-o", "c.eps")
    check(b"EPSF" in open("c.eps", "rb").read(40), "EPS")
kron("plot", "circle.csv", "x", "-o", "circle.csv", status=2)
print("\n".join(dict.fromkeys(faults)))
sys.exit(bool(faults))
EOF
