# ARCHITECTURE.md: every file of src/, rt/ and include/ stands in the table of its folder, once, with what
# it does; files named anywhere in the document exist.
exec python3 - "$ROOT" <<'PY'
import os, re, sys


def faults(text, files):
    """text of the document, paths of the sources."""
    bad, listed, folder = [], [], None
    for line in text.splitlines():
        if line.startswith("#"):
            m = re.match(r"### ([\w/]+):", line)
            folder = m.group(1) if m else None
        row = folder and re.match(r"\| (`[^|]*`) \| (.*) \|$", line)
        if row:
            listed += [folder + "/" + f for f in re.findall(r"`([^`]*)`", row.group(1))]
            if not row.group(2).strip():
                bad.append("not explained: " + line)
    bad += ["not in ARCHITECTURE.md: " + f for f in files if f not in listed]
    bad += ["there is no " + f for f in listed if f not in files]
    bad += ["listed twice: " + f for f in set(listed) if listed.count(f) > 1]
    # elsewhere: folder/name.c, or the name alone
    known = set(files) | {f.split("/", 1)[1] for f in files} | {os.path.basename(f) for f in files}
    for name in re.findall(r"`([a-z][\w/]*\.(?:c|h|def))`", text):
        if name not in known:
            bad.append("there is no " + name)
    return sorted(set(bad))


def self_test():
    text = "see `dae/a.c`\n### src/dae: x\n| `a.c` `a.h` | something |\n### rt: y\n| `b.c` | more |\n"
    files = ["src/dae/a.c", "src/dae/a.h", "rt/b.c"]
    assert not faults(text, files), faults(text, files)
    assert faults(text, files + ["rt/c.c"]) and faults(text, files[:-1])
    assert faults(text + "| `b.c` | again |\n", files) and faults("`old.c`\n" + text, files)


self_test()
root = sys.argv[1]
files = []
for top in "src", "rt", "include":
    for at, _, names in os.walk(os.path.join(root, top)):
        files += [os.path.relpath(os.path.join(at, n), root) for n in names]
bad = faults(open(os.path.join(root, "ARCHITECTURE.md"), encoding="utf-8").read(), files)
print("\n".join(bad))
sys.exit(1 if bad or len(files) < 100 else 0)
PY
