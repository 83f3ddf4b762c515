# No message in a golden text names what the user did not write: variables of the compiler (Q119, $3), sets of states.
exec python3 - "$ROOT" <<'PY'
import os, re, sys
bad = 0
folder = os.path.join(sys.argv[1], "tests/golden/diag")
names = [f for f in sorted(os.listdir(folder)) if f.endswith(".txt")]
assert len(names) > 400, len(names)
for f in names:
    source = next(p for p in (os.path.join(folder, f[:-4] + e) for e in (".mo", ".dym")) if os.path.exists(p))
    written = open(source, encoding="utf-8", errors="replace").read()
    for line in open(os.path.join(folder, f), encoding="utf-8", errors="replace"):
        if not re.search(r"\b(error|warning|note): ", line):
            continue
        for word in re.findall(r"\bQ\d{3,}\b|\$\d+|state \d+ of \{[^}]*\}|`\.\.\.`", line):
            if word not in written:
                print("%s: `%s` in: %s" % (f, word, line.strip()))
                bad = 1
sys.exit(bad)
PY
