"""relaxing_page.py KRON ROOT: what docs/papers/relaxing.md shows is what the program says."""
import json
import re
import subprocess
import sys

KRON, ROOT = sys.argv[1:]
MOST_LINKS = 20  # beyond, counting takes long; benchmarks show those
page = open(ROOT + "/docs/papers/relaxing.md", encoding="utf-8").read()
faults = []


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, timeout=300).stdout


def fences():
    return re.findall(r"^```\w*\n(.*?)^```$", page, re.M | re.S)


def has_lines(what, output, lines):
    """All lines, one after the other; after `...` others may stand between."""
    output, at, gap = output.splitlines(), 0, True
    for line in lines:
        if line == "...":
            gap = True
            continue
        places = [k for k in range(at, len(output)) if output[k].rstrip() == line]
        if not places or (not gap and places[0] != at):
            faults.append("%s: `%s` is not what the program says" % (what, line))
            return
        at, gap = places[0] + 1, False


def session(fence):
    """A session: its commands, and what they print."""
    said = fence.splitlines()
    commands = [line[2:] for line in said if line.startswith("> ")]
    output = run(KRON, "session", text="\n".join(commands) + "\n")
    part = []
    for line in said + ["> "]:
        if line.startswith("> "):
            has_lines("drive train", output, part)
            part = []
        else:
            part.append(line)


def operations(kind, n, relax):
    with open("chain.mo", "w") as f:
        f.write(run(sys.executable, "bench/multibody/models.py", kind, str(n)))
    out = subprocess.run([KRON, "structure", "chain.mo", "--json", "--quiet", "--relax", relax], capture_output=True,
                         text=True, timeout=300).stdout
    return json.loads(out)["operations"]["total"]


def table():
    """Rows of the table of operations: its kind, and the numbers below those of links."""
    links = [int(x) for x in re.search(r"^\| links \|([ \d|]*)\| a link more", page, re.M).group(1).split("|")]
    kind, rows = None, 0
    for name, cells in re.findall(r"^\| (in (?:a plane|space)[^|]*)\|(.*)\|$", page, re.M):
        kind = (re.findall(r"`(kron-\w+)`", name) or [{"a": "kron-planar", "s": "kron-skew"}[name[3]]])[0]
        relax = "off" if "torn" in name else "on"
        rows += 1
        for n, cell in zip(links, cells.split("|")):
            if cell.strip() and n <= MOST_LINKS and operations(kind, n, relax) != int(cell):
                faults.append("%s with %d links: %s operations, not %s" % (name, n, operations(kind, n, relax), cell.strip()))
    if rows < 5:
        faults.append("the table of operations has %d rows" % rows)


def main():
    shown = 0
    for fence in fences():
        lines = fence.rstrip("\n").splitlines()
        if fence.startswith("> enter"):
            session(fence)
        elif fence.startswith("A(2,"):
            has_lines("excerpt", run(KRON, "session", text="enter examples/papers/excerpt.dym\nset Eliminate on\nset relax on\n"
                                     "partition\noutput solved equations\n"), lines)
        elif "relaxed form" in fence:
            has_lines("robot", run(KRON, "structure", "examples/papers/RobotArm.mo"), lines)
        else:
            continue
        shown += 1
    if shown != 3:
        faults.append("%d listings, not 3" % shown)
    torn = json.loads(run(KRON, "structure", "examples/papers/RobotArm.mo", "--relax", "off", "--json"))
    largest = max(torn["blocks"], key=lambda b: b["size"])
    if (largest["iteration"], largest["solved"]) != (6, "lu"):
        faults.append("the robot torn: %s for %d" % (largest["solved"], largest["iteration"]))
    table()
    print("\n".join(faults))
    return bool(faults)


sys.exit(main())
