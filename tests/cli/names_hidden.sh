# No message names what the user did not write. In golden texts every word in back quotes is one of the model's text, of
# a library it uses, or of the language; in docs/messages.md, which has the messages of runs too, there are no variables of
# the compiler (Q119, $3), sets of states, or numbers of variables and blocks.
exec python3 - "$ROOT" <<'PY'
import os, re, sys
root = sys.argv[1]
LANGUAGE = set("""der pre time edge change initial terminal sample noEvent smooth reinit assert terminate homotopy delay if then
else elseif end for in loop while when elsewhen and or not true false equation algorithm model block class package function record
connector type extends input output parameter constant discrete flow stream redeclare replaceable final inner outer each import
within public protected partial annotation encapsulated operator expandable connect Real Integer Boolean String start fixed min max nominal
unit displayUnit quantity stateSelect StateSelect size sum product sqrt log exp abs sign sin cos tan asin acos atan integer floor
ceil div mod rem pi Modelica Constants Clock previous hold subSample superSample shiftSample backSample noClock interval
derivative immediate StartTime StopTime Tolerance Interval NumberOfIntervals Math Matrices initialState Connections potentialRoot positiveVelocity in1 initialPoints at node from to cut table cat""".split())
REMEDIES = set("name value DIR I element A B NAME inst".split())  # `name = value`, `-I DIR`, `from A to B`, `inst:cut`, `r.phase (element 2)`
C = set("void const char double int unsigned long size_t".split())  # in declarations of external functions
HIDDEN = r"\bQ\d{3,}\b|\$\d+|state \d+ of \{[^}]*\}|`\.\.\.`|\bvariable \d+\b|equation \d+ of block \d+"


def words_of(path):
    return set(re.findall(r"[A-Za-z_]\w*", open(path, encoding="utf-8", errors="replace").read()))


library = set()
for folder, _, names in os.walk(os.path.join(root, "lib")):
    for n in names:
        library |= words_of(os.path.join(folder, n))
bad = quoted = 0
folder = os.path.join(root, "tests/golden/diag")
names = [f for f in sorted(os.listdir(folder)) if f.endswith(".txt")]
assert len(names) > 400, len(names)
for f in names:
    source = next(p for p in (os.path.join(folder, f[:-4] + e) for e in (".mo", ".dym")) if os.path.exists(p))
    written = open(source, encoding="utf-8", errors="replace").read()
    known = words_of(source) | LANGUAGE | REMEDIES | (library if "Kron" in written else set())
    known |= C if re.search(r"\bexternal\b", written) else set()
    for line in open(os.path.join(folder, f), encoding="utf-8", errors="replace"):
        if not re.search(r"\b(error|warning|note): ", line):
            continue
        named = [w for q in re.findall(r"`([^`]*)`", line) for w in re.findall(r"[A-Za-z_$][\w$]*", q)]
        quoted += len(named)
        for word in [w for w in named if w not in known] + [w for w in re.findall(HIDDEN, line) if w not in written]:
            print("%s: `%s` in: %s" % (f, word, line.strip()))
            bad = 1
assert quoted > 1000, quoted
for n, line in enumerate(open(os.path.join(root, "docs/messages.md"), encoding="utf-8"), 1):
    if re.search(r" (error|warning): .* \[K\w{5}\]$|^  \S", line) and re.search(HIDDEN, line):
        print("docs/messages.md:%d: %s" % (n, line.strip()))
        bad = 1
sys.exit(bad)
PY
