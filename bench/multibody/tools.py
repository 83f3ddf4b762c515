"""What the benchmarks of generated code share: models are translated to C, compiled by cc -O2, and their right-hand
side evaluated many times (evaluate.c)."""
import json
import os
import re
import resource
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CC = (os.environ.get("CC") or "cc").split()


class Skipped(Exception):
    pass


def run(command, limit):
    """Standard output and seconds of processor time, of which there are `limit` for a process; Skipped says why
    there is none."""
    limit = int(limit) + 1
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))
    except OSError as why:
        raise Skipped(str(why))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode and seconds > 0.9 * limit:
        raise Skipped("more than %g s: %s" % (limit, os.path.basename(command[0])))
    if done.returncode:
        message = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise Skipped("%s: %s" % (os.path.basename(command[0]), message or "status %d" % done.returncode))
    return done.stdout.decode(), seconds


def numbers(output):
    """Lines `name value`, and the values of lines `a value` as a list."""
    named, listed = {}, []
    for line in output.splitlines():
        name, value = line.split()
        if name == "a":
            listed.append(float(value))
        else:
            named[name] = float(value)
    return named, listed


def libraries():
    """The libraries that written programs need, as the Makefile says."""
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as f:
        return re.search(r"^LIBS *= *((?:.*\\\n)*.*)", f.read(), re.M).group(1).replace("\\\n", " ").split()


class Tools:
    def __init__(self, args, name):
        self.args = args
        self.kron = os.path.abspath(args.kron)
        self.build = os.path.dirname(self.kron)
        self.out = os.path.abspath(args.out or os.path.join(self.build, "bench", name))
        os.makedirs(self.out, exist_ok=True)

    def path(self, name):
        return os.path.join(self.out, name)

    def structure(self, options):
        """Of a model: its equations, operations, and what became of its largest block."""
        s = json.loads(run([self.kron, "structure", "--json"] + options, self.args.limit)[0])
        block = max(s["blocks"], key=lambda b: b["size"], default={"size": 0})
        return {"equations": s["equations"], "operations": s["operations"]["total"], "block": block["size"],
                "solved": "%s/%s" % (block.get("solved", ""), block.get("iteration", 0))}

    def translated(self, name, options):
        """Writes NAME.c."""
        _, seconds = run([self.kron, "translate", "--to", "c", "-o", name + ".c"] + options, self.args.limit)
        row = self.structure(options)
        row.update(c_bytes=os.path.getsize(name + ".c"), translate_s=seconds)
        return row

    def evaluated(self, name, row, arguments):
        """Compiles NAME.c and evaluates it: the numbers that evaluate.c prints."""
        command = CC + ["-std=c17", "-O2", "-w", "-I" + ROOT, '-DMODEL="%s.c"' % name, "-c", "-o", name + ".o",
                        os.path.join(HERE, "evaluate.c")]
        row["cc_s"] = run(command, self.args.limit)[1]
        sections = run(["size", "-A", name + ".o"], 60)[0]
        row["text"] = sum(int(line.split()[1]) for line in sections.splitlines() if line.startswith(".text"))
        run(CC + ["-o", name, name + ".o", os.path.join(self.build, "libkron.a")] + libraries(), 120)
        return numbers(run([name, str(self.args.seconds)] + arguments, 600)[0])
