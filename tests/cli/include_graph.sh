# Who includes whom: folders include only downward, and nobody the insides of another folder.
exec python3 - "$ROOT" <<'PY'
import os, re, sys

# What a file of a folder may see, directly or through what it includes. `model/flat.h` alone: that
# header and no other of its folder. A header ending in _internal.h is seen in its own folder only.
MAY_SEE = {
    "base": "",
    "graph": "",
    "rt": "",
    "include": "",
    "syntax": "base rt/room.h",
    "symbolic": "base",
    "model": "base syntax symbolic graph rt/room.h rt/memo.h",
    "dae": "base symbolic graph model/flat.h",
    "emit": "base symbolic graph model/flat.h dae rt",
    "result": "base rt",
    "fmi": "base rt",
    "session": "base symbolic graph model/flat.h dae emit rt result include src/pipeline.h",
    "src": "base syntax symbolic graph model dae emit rt result session fmi include",
}

# Still to be removed: (folder that sees too much, file, what it includes). One that is not needed
# any more fails the test.
KNOWN = set()


def folder(path):
    return path.split("/")[0]


def allowed(who, what):
    """Whether a file of the folder `who` may see the file `what`."""
    if folder(what) == who:
        return True
    if what.endswith("_internal.h"):
        return False
    may = MAY_SEE[who].split()
    return folder(what) in may or what in may


def violations(includes):
    """includes: {file: files it includes}. The edges at which a folder sees what it may not."""
    found = set()
    for start in includes:
        seen, todo = {start}, [start]
        while todo:
            file = todo.pop()
            for what in includes.get(file, ()):
                if not allowed(folder(start), what):
                    found.add((folder(start), file, what))
                elif what not in seen:
                    seen.add(what)
                    todo.append(what)
    return found


def read(root):
    """Files as folder/name: src/dae/x.c is dae/x.c, src/main.c is src/main.c, rt/x.c is rt/x.c."""
    text, unknown = {}, []
    for top in "src", "rt", "include":
        for at, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                path = os.path.relpath(os.path.join(at, name), root)
                key = path[4:] if path.startswith("src/") and path.count("/") > 1 else path
                with open(os.path.join(at, name), encoding="utf-8") as f:
                    text[key] = f.read()
    includes = {}
    for file, body in text.items():
        includes[file] = []
        for name in re.findall(r'^\s*#\s*include\s*"([^"]*)"', body, re.M):
            hits = [k for k in (name, "src/" + name, "include/" + name) if k in text]
            includes[file] += hits[:1]
            if not hits:
                unknown.append("%s includes %s, which is not there (write the path from src/)" % (file, name))
    return includes, unknown


def self_test():
    good = {"dae/a.c": ["model/flat.h"], "model/flat.h": ["symbolic/expr.h"], "symbolic/expr.h": ["base/vec.h"],
            "emit/a.c": ["rt/abi.h", "dae/dae.h"], "dae/dae.h": ["model/flat.h"], "model/m.c": ["model/m_internal.h"]}
    assert not violations(good)
    for file, what in (("base/a.c", "syntax/ast.h"), ("model/a.c", "dae/dae.h"), ("rt/a.c", "base/vec.h"),
                       ("dae/a.c", "model/inst.h"), ("emit/a.c", "dae/x_internal.h"), ("include/kron.h", "base/vec.h")):
        assert violations({file: [what]}) == {(folder(file), file, what)}
    through = dict(good, **{"model/flat.h": ["model/inst.h"]})
    assert ("dae", "model/flat.h", "model/inst.h") in violations(through)


self_test()
includes, bad = read(sys.argv[1])
if len(includes) < 100:
    bad.append("only %d files found" % len(includes))
bad += ["no rule for the folder of " + f for f in includes if folder(f) not in MAY_SEE]
if not bad:
    found = violations(includes)
    bad += ["%s/ may not see %s (%s includes it)" % (who, what, file) for who, file, what in sorted(found - KNOWN)]
    bad += ["no longer needed in KNOWN: %s" % (k,) for k in sorted(KNOWN - found)]
print("\n".join(bad))
sys.exit(1 if bad else 0)
PY
