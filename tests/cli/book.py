"""Every command of the documentation runs: README.md, docs/*.md, docs/papers/*.md, docs/book/*.md.

    book.py [PART/PARTS]                    only every PARTS-th file, from PART on (from 1)
    book.py --pictures FOLDER FILE...       these files; keeps the pictures they draw, also as EPS

Commands stand in fences without a language, one a line, and begin with one of the words below; what follows `#` is
a remark, `# status N` says how the command ends (else with 0). A fence ```modelica whose first line is `model NAME` or the
like is the file NAME.mo, or the one that the text before it names last: into `mine.mo`; other languages likewise with
`tank.c`. A file of documentation is worked through from top to bottom in a folder of its own, which has `examples` and
`build/kron`. Lines that begin with other words are not run; those words are listed here, so nothing is skipped by accident."""
import glob, os, re, shutil, subprocess, sys, tempfile

KRON, ROOT, TMP = os.environ["KRON"], os.environ["ROOT"], os.environ["TMP"]
RUN = re.compile(r"^(\$ )?(build/kron|kron|cc|\./[\w./-]+|octave-cli|pkg-config)( |$)")
# make: the build itself; what else needs a machine, a network, or is no command of ours
LEFT_ALONE = re.compile(r"^(make|mpirun|sbatch|srun|python3|venv/bin/pip|pip|apt-get|git|sh bench|bench/|MSL=|module|source|export|cd|"
                        r"PYTHONPATH=|tests/|build/asan/|julia|gdb|perf|valgrind|man) ?")
# libraries with a sanitizer inside need it in the program too
SANITIZED = b"__asan_init" in subprocess.run(["nm", KRON], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
faults, counted = [], 0


def installed():
    """kron as `make install` leaves it, for pkg-config."""
    prefix = os.path.join(TMP, "prefix")
    if not os.path.isdir(prefix):
        subprocess.run(["make", "-C", ROOT, "--no-print-directory", "install", "-o", "all", "B=" + os.path.dirname(KRON),
                        "PREFIX=" + prefix], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return prefix


def environment(text):
    env = dict(os.environ, PATH=os.path.dirname(KRON) + ":" + os.environ["PATH"], COLUMNS="100")
    if "pkg-config" in text:
        p = installed()
        env.update(PKG_CONFIG_PATH=p + "/lib/pkgconfig", LD_LIBRARY_PATH=p + "/lib")
    return env


def run(where, line, folder, env):
    global counted
    status = re.search(r"#.*\bstatus (\d+)", line)
    wanted = int(status.group(1)) if status else 0
    counted += 1
    if SANITIZED:
        line = re.sub(r"^cc ", "cc -fsanitize=address,undefined ", line)
    try:
        r = subprocess.run(["sh", "-c", line], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True, errors="replace", timeout=100)
    except subprocess.TimeoutExpired:
        faults.append("%s: takes long: %s" % (where, line))
        return
    if r.returncode != wanted:
        faults.append("%s: status %d: %s\n%s" % (where, r.returncode, line, r.stderr[:600]))


def drawn_as_eps(line):
    """The same command for EPS, if it draws."""
    other = re.sub(r"(\S+)\.svg\b", r"\1.eps", line)
    return other if other != line else None


def work_through(path, pictures=None):
    with tempfile.TemporaryDirectory(dir=TMP) as folder:
        os.symlink(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
        os.mkdir(os.path.join(folder, "build"))
        os.symlink(KRON, os.path.join(folder, "build", "kron"))
        os.makedirs(os.path.join(folder, "docs", "papers"))     # pictures of the documentation
        text = open(path, encoding="utf-8").read()
        env = environment(text)
        named, block, language, number = None, None, "", 0
        for line in text.splitlines():
            number += 1
            where = "%s:%d" % (os.path.relpath(path, ROOT), number)
            if line.startswith("```"):
                if block is None:
                    block, language = [], line[3:].strip()
                    continue
                content = "\n".join(block) + "\n"
                if language in ("", "sh") and "<<" in content:
                    run(where, "set -e\n" + content, folder, env)
                elif language in ("", "sh"):
                    for command in content.replace("\\\n", " ").splitlines():
                        if RUN.match(command):
                            command = re.sub(r"^\$ ", "", command)
                            run(where, command, folder, env)
                            if pictures and drawn_as_eps(command):
                                run(where, drawn_as_eps(command), folder, env)
                        elif re.match(r"^[\w./-]+ .*(--\w|\.mo\b|\.dym\b)", command) and not LEFT_ALONE.match(command):
                            faults.append("%s: neither run nor left alone: %s" % (where, command))
                else:
                    kind = re.match(r"\s*(?:encapsulated |partial )*(?:model|package|block|class|function|record) (\w+)", content)
                    name = named or (kind.group(1) + ".mo" if kind and language == "modelica" else None)
                    if name and not name.startswith("examples/"):
                        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                        with open(os.path.join(folder, name), "w") as f:
                            f.write(content)
                block, named = None, None
            elif block is not None:
                block.append(line)
            else:
                found = re.findall(r"(?:into|file) `([\w./-]+\.\w+)`", line)
                named = found[-1] if found else named
        for kind in ("svg", "eps") if pictures else ():
            for picture in glob.glob(os.path.join(folder, "*." + kind)):
                shutil.copy(picture, pictures)


files = [os.path.join(ROOT, "README.md")]
for folder in "docs", "docs/papers", "docs/book":
    files += sorted(glob.glob(os.path.join(ROOT, folder, "*.md")))
if sys.argv[1:2] == ["--pictures"]:
    os.makedirs(sys.argv[2], exist_ok=True)
    for f in sys.argv[3:]:
        work_through(f, sys.argv[2])
else:
    part, parts = map(int, (sys.argv[1] if len(sys.argv) > 1 else "1/1").split("/"))
    for f in files[part - 1::parts]:
        work_through(f)
print("%d commands" % counted)
print("\n".join(faults))
sys.exit(bool(faults) or not counted)
