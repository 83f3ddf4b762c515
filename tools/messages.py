#!/usr/bin/env python3
"""Writes docs/messages.md: every error and warning that the tests provoke, with its code, what is
said in general (from the source), an example, and what is said of it, with the cure.

    tools/messages.py [KRON] > docs/messages.md
"""
import os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KRON = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build/kron"))
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
MOST_LINES = 40


def code_of(text):  # the same as code_of in src/base/diag.c
    h = 2166136261
    for byte in text.encode():
        h = ((h ^ byte) * 16777619) & 0xFFFFFFFF
    h >>= 7
    out = ""
    for _ in range(5):
        out = LETTERS[h & 31] + out
        h >>= 5
    return "K" + out


def templates():
    """code -> texts of the source that have it: all string literals, adjacent ones joined."""
    found = {}
    for folder, _, names in sorted(list(os.walk(os.path.join(ROOT, "src"))) + list(os.walk(os.path.join(ROOT, "rt")))):
        for name in sorted(names):
            if not name.endswith(".c"):
                continue
            text = open(os.path.join(folder, name), encoding="utf-8").read()
            for m in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', text):
                parts = re.findall(r'"((?:[^"\\\n]|\\.)*)"', m.group(0))
                literal = "".join(parts).replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")
                if len(literal) >= 8:  # shorter ones are no messages
                    found.setdefault(code_of(literal), set()).add(literal)
    return found


def general(template):
    text = re.sub(r"%(?:\.\*|\.?\d*)?(?:ll|l|z)?[sdugcf]", "…", template).replace("%%", "%")
    return re.sub(r"…+", "…", text)


def spoken(line):
    """What a message says in general, where the source has it in parts."""
    said = re.sub(r"^.*?(?:error|warning): | \[K\w+\]$", "", line)
    return re.sub(r"`[^`]*`", "`…`", re.sub(r"\d+", "…", said))


def commands():
    """(folder, name of a model, its text, the command): models that are wrong, and runs that fail"""
    folder = os.path.join(ROOT, "tests/golden/diag")
    for name in sorted(os.listdir(folder)):
        if name.endswith((".mo", ".dym")):
            source = open(os.path.join(folder, name), encoding="utf-8", errors="replace").read()
            yield folder, name, source, [KRON, "check", name]
    folder = os.path.join(ROOT, "tests/sim")
    for name in sorted(os.listdir(folder)):
        source = open(os.path.join(folder, name), encoding="utf-8", errors="replace").read() if name.endswith(".mo") else ""
        if not re.search(r"^//! stderr", source, re.M):
            continue
        run = re.search(r"^//! run ?(.*)", source, re.M)
        model = "".join(l for l in source.splitlines(True) if not l.startswith("//!"))
        yield folder, name, model, [KRON, "simulate", name, "-o", "/dev/null"] + (run.group(1).split() if run else [])


    folder = os.path.join(ROOT, "examples")  # what is wrong with a command; it stands in place of a model
    for line in ("check None.mo", "check BouncingBall.mo:", "simulate BouncingBall.mo --set h=3",
                 "simulate BouncingBall.mo --set h+1=3", "simulate BouncingBall.mo --set h[2]=3", "check -I none BouncingBall.mo",
                 "translate Thermostat.mo --to octave", "translate BouncingBall.mo --to acsl", "translate papers/junction.dym --to acsl",
                 "translate papers/PendulumCartesian.mo --to octave", "translate ../tests/sim/ClockImplicit.mo --to octave",
                 "translate ../tests/sim/Delay.mo --to c --method euler", "check ../tests/sim/RelaxedBlocks.mo"):
        yield folder, line, "kron " + line, [KRON] + line.split()


def collect():
    """code -> (name of the shortest model, its text, the message with its notes)"""
    best = {}
    for folder, name, source, command in commands():
        r = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
        message = None
        for line in r.stderr.replace(ROOT + "/", "").splitlines():
            m = re.search(r" \[(K[A-Z2-9]{5})\]$", line)
            if m:
                message = [line]
                old = best.get(m.group(1))
                if not old or len(source) < len(old[1]):
                    best[m.group(1)] = (name, source, message)
            elif message is not None:
                message.append(line)
    return best


def main():
    text, pages = templates(), collect()
    clash = [c for c in pages if len(text.get(c, ())) > 1]
    if clash:
        sys.exit("codes that two messages have: %s" % ", ".join(clash))
    print("# Messages\n\nMade from the tests by `tools/messages.py`; `kron explain CODE` prints one of these pages. The code "
          "stands at the end\nof an error or warning. It is made from the words of the message, so it stays as long as they do. "
          "Each page has the\nmessage in general, a model or command that provokes it, and what is said of that: the place, the cause and the cure.\n")
    for code in sorted(pages, key=lambda c: min(text.get(c, {"~"}))):
        name, source, message = pages[code]
        lines = source.rstrip().splitlines()
        if len(lines) > MOST_LINES:
            lines = lines[:MOST_LINES] + ["..."]
        print("## %s\n" % code)
        titles = [general(t) for t in sorted(text.get(code, ()))] or [spoken(message[0])]
        for t in titles:
            print("**%s**\n" % t.replace("\n", " "))
        language = "console" if source.startswith("kron ") else "modelica"
        print("```%s\n%s\n```\n\n```\n%s\n```\n" % (language, "\n".join(lines), "\n".join(message)))


main()
