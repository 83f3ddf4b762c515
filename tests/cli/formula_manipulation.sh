# Every command of docs/papers/formula-manipulation.md works and prints what is shown there.
cd "$ROOT"
python3 - <<'EOF'
import os, re, subprocess, sys
kron, tmp = os.environ["KRON"], os.environ["TMP"]
text = open("docs/papers/formula-manipulation.md").read()
faults = []
for block in re.findall(r"```\n(.*?)```", text, re.S):
    if block.startswith("> "):
        commands = [l[2:] for l in block.splitlines() if l.startswith("> ")]
        shown = [l for l in block.splitlines() if not l.startswith("> ")]
        if not commands[0].startswith("enter"):
            commands = before + commands
        before = [c for c in commands if not c.startswith("output")]
        commands = [c.replace("circuit.csl", tmp + "/c.csl") for c in commands]
        r = subprocess.run([kron, "session"], input="\n".join(commands) + "\n", capture_output=True, text=True)
        if r.returncode or r.stderr:
            faults.append("%s\n%s" % (commands, r.stderr))
        squeeze = lambda l: " ".join(l.split())
        out, at = [squeeze(l) for l in r.stdout.splitlines()], 0
        for line in shown: # in this order, other lines between them only where the page has dots
            if squeeze(line) == "...":
                continue
            try:
                at = out.index(squeeze(line), at) + 1
            except ValueError:
                faults.append("%s: `%s` is not printed:\n%s" % (commands, line, r.stdout))
                break
    else:
        for line in block.splitlines():
            m = re.match(r"build/kron (.*)", line)
            if not m or m.group(1).startswith("session"):
                continue
            words = [tmp + "/" + w if re.match(r"circuit\.(csl|m)$", w) else w for w in m.group(1).split()]
            r = subprocess.run([kron] + words, capture_output=True, text=True)
            if r.returncode or r.stderr or (not r.stdout and "-o" not in words):
                faults.append("%s\n%s" % (line, r.stderr))
sys.exit("\n".join(faults) if faults else 0)
EOF
