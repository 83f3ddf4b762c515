# docs/requirements.md: every id stands there once and in order, with tests that exist or `not yet`
# and why; ids cited anywhere else are in the table.
exec python3 - "$ROOT" <<'PY'
import os, re, sys

ID = r"\b(?:FM|BG|RX|IN|DS|Q|E|X|A)-\d+\b"


def rows(text):
    return re.findall(r"^\| (%s) \| (.*?) \| (.*?) \|$" % ID, text, re.M)


def faults(text, exists, cited):
    """text of the document; exists(path); cited: [(file, id)]."""
    bad, seen = [], []
    for line in text.splitlines():
        if re.match(r"\| *%s" % ID, line) and not rows(line):
            bad.append("cannot read: " + line)
    for name, what, shown in rows(text):
        prefix, number = name.split("-")
        if name in seen:
            bad.append(name + " stands there twice")
        elif seen and seen[-1].split("-")[0] == prefix and int(seen[-1].split("-")[1]) > int(number):
            bad.append(name + " is out of order")
        seen.append(name)
        tests = re.findall(r"`([^`]*)`", shown)
        if not what.strip():
            bad.append(name + " is not explained")
        if shown.startswith("not yet: "):
            pass
        elif not tests or re.sub(r"`[^`]*`", "", shown).strip():
            bad.append("%s: name its tests, or say `not yet: why`" % name)
        for t in tests:
            if not (t.startswith("tests/") and exists(t)):
                bad.append("%s: there is no test %s" % (name, t))
    bad += ["%s cites %s, which is not in the table" % c for c in cited if c[1] not in seen]
    return bad


def self_test():
    good = "| X-1 | one | `tests/a` |\n| X-2 | two | not yet: relaxing |\n"
    here = lambda p: p == "tests/a"
    assert not faults(good, here, [("f", "X-1")])
    for text in (good + "| X-1 | again | `tests/a` |\n", "| X-1 | one | `tests/b` |\n", "| X-1 | one | |\n",
                 "| X-1 | one | somewhere |\n", "| X-2 | b | `tests/a` |\n| X-1 | a | `tests/a` |\n"):
        assert faults(text, here, []), text
    assert faults(good, here, [("f", "X-3")])


self_test()
root = sys.argv[1]
cited = []
for top in "tests", "src", "rt", "examples", "lib", "docs":
    for at, _, names in os.walk(os.path.join(root, top)):
        for name in names:
            if not name.endswith((".txt", ".svg", ".pyc")) and name != "requirements.sh":
                path = os.path.join(at, name)
                text = open(path, encoding="utf-8", errors="replace").read()
                cited += [(os.path.relpath(path, root), i) for i in set(re.findall(r"(?<![\w.])" + ID, text))]
text = open(os.path.join(root, "docs/requirements.md"), encoding="utf-8").read()
bad = faults(text, lambda p: os.path.isfile(os.path.join(root, p)), sorted(cited))
if len(rows(text)) < 270:
    bad.append("only %d ids in the table" % len(rows(text)))
print("\n".join(bad))
sys.exit(1 if bad else 0)
PY
