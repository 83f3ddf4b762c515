# No function has more than 60 lines between its braces but those that are one flat switch: little around
# it, a few lines in each case.
exec python3 - "$ROOT" <<'PY'
import os, re, sys

MOST, MOST_AROUND, MOST_IN_A_CASE = 60, 24, 12

# One flat switch each. One that is short or gone fails the test.
FLAT = {
    "src/emit/c_expr.c put_inner",
    "src/symbolic/diff.c derive",
    "src/symbolic/expr_print.c open_node",
    "src/syntax/lexer.c lex_next",
}


def functions(text):
    """Name and body, as lines, of each: from a `{` to a `}` that stand alone at the margin."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        if lines[at] == "{":
            head = at
            while head > 0 and (lines[head - 1].strip() and not lines[head - 1].endswith((";", "*/"))
                                and not lines[head - 1].startswith(("}", "#"))):
                head -= 1
            name = re.search(r"(\w+)\s*\(", " ".join(lines[head:at]))
            end = lines.index("}", at)
            yield name.group(1) if name else lines[head], lines[at + 1:end]
            at = end
        at += 1


def is_flat(body):
    """One switch at the first level, of short cases, with little around it."""
    first = [i for i, line in enumerate(body) if re.match(r"    switch \(", line)]
    if len(first) != 1:
        return False
    end, depth = first[0], 1
    while depth:
        end += 1
        depth += body[end].count("{") - body[end].count("}")
    cases = [i for i in range(first[0], end) if re.match(r"    (case .*|default):", body[i])] + [end]
    # labels in a row are one case
    sizes = [b - a for a, b in zip(cases, cases[1:])]
    return len(body) - (end - first[0]) <= MOST_AROUND and max(sizes) <= MOST_IN_A_CASE


def self_test():
    long = "static int f(int x,\n         int y)\n{\n" + "    x++;\n" * 61 + "}\n"
    assert [(n, len(b)) for n, b in functions(long)] == [("f", 61)]
    case = "    case %d:\n        x++;\n        break;\n"
    flat = "    switch (x) {\n" + "".join(case % i for i in range(40)) + "    }\n"
    assert is_flat(flat.splitlines())
    assert not is_flat(("    x++;\n" * 30 + flat).splitlines())
    assert not is_flat(("    switch (x) {\n    case 1:\n" + "        x++;\n" * 60 + "    }\n").splitlines())
    assert not is_flat(["    x++;"] * 61)


self_test()
root = sys.argv[1]
bad, named, count = [], FLAT, 0
for top in "src", "rt", "include", "examples":
    for at, _, names in os.walk(os.path.join(root, top)):
        for name in sorted(n for n in names if n.endswith((".c", ".h"))):
            path = os.path.relpath(os.path.join(at, name), root)
            for function, body in functions(open(os.path.join(root, path), encoding="utf-8").read()):
                count += 1
                who = "%s %s" % (path, function)
                if len(body) <= MOST:
                    continue
                if who in FLAT and not is_flat(body):
                    bad.append("%s: %d lines, and not one flat switch" % (who, len(body)))
                elif who not in named:
                    bad.append("%s: %d lines" % (who, len(body)))
                named = named - {who}
bad += ["no longer needed in FLAT: " + who for who in sorted(named)]
if count < 3000:
    bad.append("only %d functions found" % count)
print("\n".join(bad))
sys.exit(1 if bad else 0)
PY
